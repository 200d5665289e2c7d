package io.lockkeeper.idempotency;

/** What becomes of a key whose operation threw an exception. The exception is thrown to the caller in any case. */
public enum FailureDecision {

    /**
     * The key is free again: the next request runs the operation. In leased mode only right if the failed operation had no effect, or
     * if the other side knows repeats by the {@linkplain Attempt#downstreamKey key that was handed on}: after a time-out the effect may
     * have happened, or may still happen.
     */
    FREE,

    /** The failure is the outcome: repeats are answered with it, and nothing runs again. */
    STORE,

    /**
     * Nobody knows whether the effect happened: the key stays in progress until its lease expires, and {@link OnExpiry} decides. In
     * transactional mode the same as {@link #FREE}, since the effect was rolled back.
     */
    LEAVE
}
