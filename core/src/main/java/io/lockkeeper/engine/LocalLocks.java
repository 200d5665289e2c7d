package io.lockkeeper.engine;

/** What a lock needs of its client. */
interface LocalLocks {

    /** Whether what the store pushes arrives, and the means to begin to listen. */
    Push push();

    /** Keeps what is held. */
    Renewer renewer();

    /** Whether the client is closed: nothing is acquired any more. */
    boolean closed();

    /** Takes back a lock that was forgotten. False if the name has another by now. */
    boolean revive(LocalLock lock);

    /** Forgets the lock of a name: nobody holds it or waits for it. */
    void retire(String name);

    /** A lock is only left to expire: whoever closes the client does not wait for it. */
    void left();
}
