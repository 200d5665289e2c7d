package io.lockkeeper.idempotency;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a request was answered.
 *
 * @param <T> the type of the operation's value
 */
public sealed interface Outcome<T extends @Nullable Object> {

    /**
     * Returns the operation's value, whether this request ran it or an earlier one.
     *
     * @return the value
     * @throws RequestRefusedException if there is none: in flight, mismatch, rejected
     */
    default T valueOrThrow() {
        throw new RequestRefusedException(this);
    }

    /**
     * This request ran the operation, and its value is stored.
     *
     * @param value what the operation returned
     * @param <T> the type of the operation's value
     */
    record Executed<T extends @Nullable Object>(T value) implements Outcome<T> {

        @Override
        public T valueOrThrow() {
            return value;
        }
    }

    /**
     * An earlier request ran the operation; this one did nothing.
     *
     * @param value what the operation returned then, decoded from the store
     * @param <T> the type of the operation's value
     */
    record Replayed<T extends @Nullable Object>(T value) implements Outcome<T> {

        @Override
        public T valueOrThrow() {
            return value;
        }
    }

    /**
     * Another request is running the operation, and did not finish while this one waited. This one did nothing.
     *
     * @param retryAfter when to ask again: the remaining lease of the running attempt, or a second where that is not known
     * @param <T> the type of the operation's value
     */
    record InFlight<T extends @Nullable Object>(Duration retryAfter) implements Outcome<T> {}

    /**
     * The key was used with another fingerprint. This request did nothing.
     *
     * @param <T> the type of the operation's value
     */
    record Mismatch<T extends @Nullable Object>() implements Outcome<T> {}

    /**
     * The key is closed and has no value. This request did nothing.
     *
     * @param reason why
     * @param failure the stored failure, if the reason is {@link Rejection#FAILED}
     * @param <T> the type of the operation's value
     */
    record Rejected<T extends @Nullable Object>(Rejection reason, Optional<StoredFailure> failure)
            implements Outcome<T> {}
}
