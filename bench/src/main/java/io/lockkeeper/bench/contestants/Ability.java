package io.lockkeeper.bench.contestants;

/** What some contestants can do, and some cannot. */
public enum Ability {
    /** A thread that holds a lock may take it again. */
    REENTRANT,
    /**
     * Locks are kept alive for as long as they are held. Of several kinds of lock that one library renews by the same
     * code, one is enough to measure that.
     */
    RENEWING
}
