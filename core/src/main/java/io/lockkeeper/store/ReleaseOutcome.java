package io.lockkeeper.store;

/** The outcome of a release. */
public sealed interface ReleaseOutcome {

    /** The grant was current and has been released; the next waiter, if any, has been served. */
    record Released() implements ReleaseOutcome {}

    /** The grant was not current: it was deleted, taken over, or released before. */
    record NotHeld() implements ReleaseOutcome {}
}
