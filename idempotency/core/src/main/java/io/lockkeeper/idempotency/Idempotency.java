package io.lockkeeper.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * Runs operations once for each key, and answers repeats. Safe for use by many threads.
 *
 * <p>A repeat is a request with a key that was used before: while the first request is in flight it waits or is refused; afterwards
 * it gets the stored value. Nothing runs while the store is unavailable.
 */
public interface Idempotency extends AutoCloseable {

    /**
     * Runs an operation, or answers a repeat.
     *
     * @param call the request
     * @param action the operation; runs on the calling thread, at most once
     * @param <T> the type of its value
     * @param <E> the type of its exception
     * @return how the request was answered
     * @throws E if this request ran the operation, and it failed
     * @throws InterruptedException if the thread was interrupted while it waited for the request in flight or the store; the
     *     operation has not run then
     * @throws io.lockkeeper.StoreUnavailableException if the store did not answer; the operation has not run then,
     *     unless it threw this exception itself, as {@link LeasedAttempt#step} does
     * @throws AttemptLostException if the operation ran and returned, but another attempt owns the key
     * @throws OutcomeNotStoredException if the operation ran and returned, but the store did not confirm its outcome
     * @throws NestedCallException if the operation of this key is calling itself on this thread
     * @throws IllegalArgumentException if the options are {@link OnExpiry#RECOVER} without a recovery function
     */
    <T extends @Nullable Object, E extends Exception> Outcome<T> run(
            IdempotentCall<T> call, IdempotentAction<T, E> action) throws E, InterruptedException;

    /**
     * Runs an operation with {@linkplain OutcomeCodec#plain() plain values} and the default options, or answers a repeat.
     *
     * @param key names the operation
     * @param fingerprint what is asked for
     * @param action the operation
     * @param <T> the type of its value, one that the plain codec knows; the same for all requests of a key
     * @param <E> the type of its exception
     * @return how the request was answered
     * @throws E if this request ran the operation, and it failed
     * @throws InterruptedException as {@link #run(IdempotentCall, IdempotentAction)}
     */
    default <T extends @Nullable Object, E extends Exception> Outcome<T> run(
            IdempotencyKey key, Fingerprint fingerprint, IdempotentAction<T, E> action) throws E, InterruptedException {
        @SuppressWarnings("unchecked") // as the caller promises
        OutcomeCodec<T> codec = (OutcomeCodec<T>) OutcomeCodec.plain();
        return run(IdempotentCall.of(key, fingerprint, codec), action);
    }

    /**
     * Returns the catalogue of this store.
     *
     * @return looks keys up, frees and resolves them
     */
    IdempotencyCatalogue catalogue();

    /** Ends the background work. Operations that run are finished by their threads; their leases are no longer renewed. */
    @Override
    void close();
}
