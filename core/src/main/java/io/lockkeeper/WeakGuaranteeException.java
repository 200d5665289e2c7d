package io.lockkeeper;

import java.time.Duration;

/** Thrown if a lock needs more than its store guarantees. */
public final class WeakGuaranteeException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Created by the engine.
     *
     * @param name the lock's name
     * @param purpose the declared purpose of the lock
     * @param refusal the store's sentence: why it is refused, and what would have to change
     */
    public WeakGuaranteeException(String name, Purpose purpose, String refusal) {
        super(
                "The lock '" + name + "' is declared for " + purpose + ", which is not guaranteed here: " + refusal,
                null);
    }

    private WeakGuaranteeException(String message) {
        super(message, null);
    }

    /**
     * Created by the engine, for a minimum hold time that the store cannot guarantee.
     *
     * @param name the lock's name
     * @param atLeast the minimum hold time
     * @param store a short description of the store
     * @return the exception
     */
    public static WeakGuaranteeException notKept(String name, Duration atLeast, String store) {
        return new WeakGuaranteeException("The lock '" + name + "' must stay held for at least " + atLeast.toMillis()
                + " ms after its grant, which this store (" + store
                + ") can't guarantee if the holder's process dies; use a store whose leases expire by the store's clock,"
                + " such as Redis or a database.");
    }

    /**
     * Created by the engine, for an extension by id that the store cannot guarantee.
     *
     * @param name the lock's name
     * @param store a short description of the store
     * @return the exception
     */
    public static WeakGuaranteeException notExtended(String name, String store) {
        return new WeakGuaranteeException("The lease of the lock '" + name
                + "' can't be extended from elsewhere: in this store (" + store
                + ") a lock is held until its holder's session or process ends; use a store whose leases"
                + " expire by the store's clock, such as Redis or a database.");
    }
}
