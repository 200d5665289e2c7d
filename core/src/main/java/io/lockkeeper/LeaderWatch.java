package io.lockkeeper;

/** A watch over who leads. */
public interface LeaderWatch extends AutoCloseable {

    /**
     * Stops watching: the listener is not called any more. Waits for a call that has begun, for at most five seconds, unless the listener
     * itself calls this.
     */
    @Override
    void close();
}
