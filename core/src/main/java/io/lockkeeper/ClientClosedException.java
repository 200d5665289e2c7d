package io.lockkeeper;

/** The client was closed before or while its lock was asked for. */
public final class ClientClosedException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by the engine.
     *
     * @param name the lock's name
     */
    public ClientClosedException(String name) {
        super("The lock '" + name + "' can't be acquired: its LockClient is closed.", null);
    }
}
