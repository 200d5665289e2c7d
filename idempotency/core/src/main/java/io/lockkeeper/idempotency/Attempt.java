package io.lockkeeper.idempotency;

/** One run of an operation. Safe for use by many threads. */
public interface Attempt {

    /**
     * Returns the key.
     *
     * @return names the operation
     */
    IdempotencyKey key();

    /**
     * Returns the fencing token: greater than that of every attempt of this key before it.
     *
     * @return a number of up to 2<sup>63</sup> - 1
     */
    long token();

    /**
     * Returns how many attempts of this key there were since it was last free.
     *
     * @return 1 for the first; greater if the lease of an attempt expired
     */
    int number();

    /**
     * Returns an idempotency key for a call of another service within the operation. It is the same in every attempt of this key.
     *
     * @param step the call's name, unique within the operation
     * @return 43 characters: letters, digits, {@code -} and {@code _}
     */
    default String downstreamKey(String step) {
        return key().derivedId(step);
    }
}
