package io.lockkeeper;

/** Thrown if a database resolved a deadlock by rolling back this transaction. Repeat the transaction. */
public final class DeadlockException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by stores.
     *
     * @param name the lock that was being acquired
     * @param cause the exception of the driver
     */
    public DeadlockException(String name, Throwable cause) {
        super(
                "Waiting for the lock '" + name + "' was part of a deadlock, which the database ended by undoing this"
                        + " transaction. Roll back, and do it again; take several locks in one order everywhere.",
                cause);
    }
}
