package io.lockkeeper;

/** Thrown if the client was closed before or during an acquisition. */
public final class ClientClosedException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Created by the engine.
     *
     * @param name the lock's name
     */
    public ClientClosedException(String name) {
        super("The lock '" + name + "' can't be acquired: its LockClient is closed.", null);
    }
}
