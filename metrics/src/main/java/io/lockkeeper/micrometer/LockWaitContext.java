package io.lockkeeper.micrometer;

import io.micrometer.observation.Observation;
import java.util.List;

/**
 * What is known of one acquisition: from its begin until it has the lock or another answer. Every re-entry of a thread that holds
 * the lock is no acquisition.
 */
public final class LockWaitContext extends Observation.Context {

    private final String store;
    private final List<String> locks;
    private volatile Outcome outcome = Outcome.UNKNOWN;

    LockWaitContext(String store, List<String> locks) {
        this.store = store;
        this.locks = locks;
    }

    /** What became of an acquisition. */
    public enum Outcome {
        /** Not known yet. */
        UNKNOWN,
        /** It has the lock. */
        ACQUIRED,
        /** The lock was held until the limit of the wait, which is zero for a single attempt. */
        TIMEOUT,
        /** The thread was interrupted. */
        INTERRUPTED,
        /** The future was cancelled or completed by its user. */
        CANCELLED,
        /** The store did not answer, the client was closed, or another exception was thrown. */
        FAILED
    }

    /**
     * Returns the store.
     *
     * @return its scheme, such as {@code redis}
     */
    public String store() {
        return store;
    }

    /**
     * Returns the names of the locks.
     *
     * @return one name, or all those of a {@link io.lockkeeper.MultiLock}
     */
    public List<String> locks() {
        return locks;
    }

    /**
     * Returns what became of the acquisition.
     *
     * @return the outcome; {@link Outcome#UNKNOWN} while it lasts
     */
    public Outcome outcome() {
        return outcome;
    }

    void ended(Outcome end) {
        outcome = end;
    }
}
