package io.lockkeeper;

import java.time.Duration;

/** A lock's purpose needs more than its store guarantees. */
public final class WeakGuaranteeException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by the engine.
     *
     * @param name the lock's name
     * @param purpose what the lock was declared for
     * @param refusal the store's sentence: why not, and what would have to change
     */
    public WeakGuaranteeException(String name, Purpose purpose, String refusal) {
        super(
                "The lock '" + name + "' is declared for " + purpose + ", which is not guaranteed here: " + refusal,
                null);
    }

    /**
     * Made by the engine, for a lock that is to stay taken on a store that can't keep it so.
     *
     * @param name the lock's name
     * @param atLeast for how long
     * @param store the store in a few words
     */
    public WeakGuaranteeException(String name, Duration atLeast, String store) {
        super(
                "The lock '" + name + "' is to stay taken for at least " + atLeast
                        + " after its grant, which this store ("
                        + store + ") can't keep when the holder's process dies; use a store whose leases end by its own"
                        + " clock, such as Redis or a database.",
                null);
    }
}
