package io.lockkeeper.idempotency;

import java.util.List;
import java.util.Optional;

/**
 * Looks at the records of a store, and changes them by hand. Methods block, and throw
 * {@link io.lockkeeper.StoreUnavailableException} if the store does not answer. Safe for use by many threads.
 */
public interface IdempotencyCatalogue {

    /**
     * Looks a key up.
     *
     * @param key the key
     * @return its record; empty if the key is free
     */
    Optional<IdempotencyRecord> find(IdempotencyKey key);

    /**
     * Lists keys.
     *
     * @param scope the scope of the keys
     * @param limit how many at most, 1 to 10,000
     * @return records in no particular order
     */
    List<IdempotencyRecord> list(String scope, int limit);

    /**
     * Frees a key whatever its state: the next request runs the operation. An attempt that is running loses it.
     *
     * @param key the key
     * @param token the token of its last attempt, as it was {@linkplain #find seen}; another one is not freed
     * @return false if the key is free, or has another token by now
     */
    boolean free(IdempotencyKey key, long token);

    /**
     * Completes a key by hand, after a person has found that the operation was done. An attempt that is running loses it.
     *
     * @param key the key
     * @param token the token of its last attempt, as it was {@linkplain #find seen}
     * @param value the value that repeats get; empty for none, which repeats see as {@link Rejection#GONE}
     * @param retention how long it is kept
     * @return false if the key is free, is finished, or has another token by now
     */
    boolean complete(IdempotencyKey key, long token, Optional<EncodedValue> value, Retention retention);

    /**
     * Erases the stored outcome of a finished key, and keeps the mark: repeats are answered with {@link Rejection#GONE} and never run.
     *
     * @param key the key
     * @return false if the key is free or in progress
     */
    boolean erase(IdempotencyKey key);
}
