package io.lockkeeper;

/** Thrown if a database resolved a deadlock by rolling back this transaction. Repeat the transaction. */
public final class DeadlockException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Created by stores.
     *
     * @param name the lock that was being acquired
     * @param cause the exception of the driver
     */
    public DeadlockException(String name, Throwable cause) {
        super(
                "Waiting for the lock '" + name
                        + "' caused a deadlock, and the database aborted this transaction. Roll it"
                        + " back and repeat it. Acquire several locks in the same order everywhere.",
                cause);
    }
}
