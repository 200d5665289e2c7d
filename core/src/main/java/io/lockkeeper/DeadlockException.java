package io.lockkeeper;

/** A database ended a deadlock by undoing one of the transactions in it: this one. Nothing of it was kept; do it again. */
public final class DeadlockException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by stores.
     *
     * @param name the lock that was wanted
     * @param cause what the driver threw
     */
    public DeadlockException(String name, Throwable cause) {
        super(
                "Waiting for the lock '" + name + "' was part of a deadlock, which the database ended by undoing this"
                        + " transaction. Roll back, and do it again; take several locks in one order everywhere.",
                cause);
    }
}
