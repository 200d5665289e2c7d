package io.lockkeeper;

/** The purpose of a lock: the consequences if two clients held it at once. */
public enum Purpose {
    /** The lock avoids duplicate work; two holders at once would waste work, and nothing else. */
    EFFICIENCY,

    /**
     * Two holders at once would corrupt data, but the protected resource refuses stale holders by their
     * {@linkplain Lease#token() fencing token}.
     */
    FENCED,

    /** Two holders at once would corrupt data, and the lock is the only protection. */
    CORRECTNESS
}
