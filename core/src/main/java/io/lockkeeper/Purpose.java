package io.lockkeeper;

/** What a lock is for: how bad it would be if two held it at once. */
public enum Purpose {
    /** The lock saves doing a thing twice; a rare double holding costs money, not truth. */
    EFFICIENCY,

    /**
     * A double holding corrupts data, and the protected resource refuses stale holders by their
     * {@linkplain Lease#token() fencing token}.
     */
    FENCED,

    /** A double holding corrupts data, and the lock is the only protection. */
    CORRECTNESS
}
