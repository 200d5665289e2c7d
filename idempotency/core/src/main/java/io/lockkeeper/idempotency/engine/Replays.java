package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.OutcomeFormat.Stored;
import io.lockkeeper.idempotency.store.UnreadableOutcomeException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers repeats from stored outcomes, and stores values. */
public final class Replays {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private Replays() {}

    /** Decodes a stored outcome. What cannot be read is an answer, too: nothing runs. */
    static <T extends @Nullable Object> Outcome<T> replay(IdempotencyKey key, byte[] outcome, OutcomeCodec<T> codec) {
        try {
            Stored stored = OutcomeFormat.decode(outcome);
            if (stored instanceof Stored.Value value) {
                return new Outcome.Replayed<>(codec.decode(value.value()));
            }
            if (stored instanceof Stored.Failure failure) {
                return new Outcome.Rejected<>(Rejection.FAILED, Optional.of(failure.failure()));
            }
            return rejected(stored instanceof Stored.Expired ? Rejection.EXPIRED : Rejection.GONE);
        } catch (UnreadableOutcomeException e) {
            LOG.error("The stored outcome of {} cannot be read; the operation does not run again", key, e);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            LOG.error("The codec cannot read the stored value of {}; the operation does not run again", key, e);
        }
        return rejected(Rejection.UNREADABLE);
    }

    /**
     * Answers a repeat with what the store has, and tells the listeners.
     *
     * @param events tells them
     * @param call the request
     * @param finished what the store has
     * @param waited how long the request waited
     * @param <T> the type of the value
     * @return replayed or rejected
     */
    public static <T extends @Nullable Object> Outcome<T> replay(
            Events events, IdempotentCall<T> call, ClaimAnswer.Finished finished, Duration waited) {
        Outcome<T> outcome = replay(call.key(), finished.outcome(), call.codec());
        events.tell(
                outcome instanceof Outcome.Rejected<T> rejected
                        ? new IdempotencyEvent.Refused(call.key(), rejected.reason())
                        : new IdempotencyEvent.Replayed(call.key(), waited));
        return outcome;
    }

    /**
     * Returns a rejection without a stored failure.
     *
     * @param reason why
     * @param <T> the type of the value
     * @return the outcome
     */
    public static <T extends @Nullable Object> Outcome<T> rejected(Rejection reason) {
        return new Outcome.Rejected<>(reason, Optional.empty());
    }

    /**
     * Encodes a value, or a mark without one if the codec cannot.
     *
     * @param key the key, for the log
     * @param value what the operation returned
     * @param codec writes it
     * @param <T> the type of the value
     * @return the bytes to store
     */
    public static <T extends @Nullable Object> byte[] encode(IdempotencyKey key, T value, OutcomeCodec<T> codec) {
        try {
            return OutcomeFormat.encode(new Stored.Value(codec.encode(value)));
        } catch (RuntimeException | Error e) {
            // The operation is done, whatever the codec throws.
            LOG.error("The codec cannot store the value of {}: repeats will be told that it is gone", key, e);
            return gone();
        }
    }

    /**
     * Encodes an outcome without a value.
     *
     * @return the bytes to store
     */
    public static byte[] gone() {
        return OutcomeFormat.encode(new Stored.Gone());
    }
}
