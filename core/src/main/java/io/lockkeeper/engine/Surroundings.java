package io.lockkeeper.engine;

/** What a lock needs of its client. */
interface Surroundings {

    Push push();

    Renewer renewer();

    /** Whether the client is closed: nothing is acquired any more. */
    boolean closed();

    /** Takes back a lock that was forgotten. False if the name has another by now. */
    boolean revive(LocalLock lock);

    /** Forgets a lock that nobody holds or waits for. */
    void retire(LocalLock lock);
}
