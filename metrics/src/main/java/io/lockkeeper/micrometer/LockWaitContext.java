package io.lockkeeper.micrometer;

import java.util.List;

/**
 * What is known of one acquisition: from its begin until it has the lock or another answer. A re-entry by a thread that holds the
 * lock is not an acquisition.
 */
public final class LockWaitContext extends LockContext<LockWaitContext.Outcome> {

    LockWaitContext(String store, List<String> locks) {
        super(store, locks, Outcome.UNKNOWN);
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
}
