package io.lockkeeper.idempotency.messaging;

import io.lockkeeper.idempotency.Rejection;
import java.time.Duration;
import java.util.Optional;

/** What became of a delivery. */
public sealed interface InboxOutcome {

    /** Returns what to tell the broker. */
    Answer answer();

    /** What to tell the broker. */
    enum Answer {
        /** The message is done: acknowledge it, or commit its offset. */
        ACKNOWLEDGE,
        /** The message is not done: have it delivered again. */
        REDELIVER,
        /** The message will not be handled by further deliveries: move it to where people look, such as a dead-letter queue. */
        SET_ASIDE
    }

    /** This delivery was handled, and its effect is committed. */
    record Handled() implements InboxOutcome {
        @Override
        public Answer answer() {
            return Answer.ACKNOWLEDGE;
        }
    }

    /** An earlier delivery was handled. This one did nothing. */
    record Repeated() implements InboxOutcome {
        @Override
        public Answer answer() {
            return Answer.ACKNOWLEDGE;
        }
    }

    /**
     * Another consumer is handling the message, and may still fail. This delivery did nothing; it is not kept here until the other is
     * done.
     *
     * @param retryAfter when to have it delivered again
     */
    record InFlight(Duration retryAfter) implements InboxOutcome {
        @Override
        public Answer answer() {
            return Answer.REDELIVER;
        }
    }

    /**
     * The message failed as often as is allowed. What its attempts wrote is rolled back.
     *
     * @param attempts how often it failed
     * @param failure why, if the last attempt was that of this delivery; empty if this delivery did nothing
     */
    record Poison(int attempts, Optional<Exception> failure) implements InboxOutcome {
        @Override
        public Answer answer() {
            return Answer.SET_ASIDE;
        }
    }

    /** A message with the same id and another payload was handled before. This delivery did nothing. */
    record Mismatch() implements InboxOutcome {
        @Override
        public Answer answer() {
            return Answer.SET_ASIDE;
        }
    }

    /**
     * A person has closed the message in the catalogue. This delivery did nothing.
     *
     * @param reason how
     */
    record Closed(Rejection reason) implements InboxOutcome {
        @Override
        public Answer answer() {
            return Answer.SET_ASIDE;
        }
    }
}
