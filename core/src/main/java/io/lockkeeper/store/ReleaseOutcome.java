package io.lockkeeper.store;

/** What came of a release. */
public sealed interface ReleaseOutcome {

    /** The grant was current and is no more; the next in line, if any, has been served. */
    record Released() implements ReleaseOutcome {}

    /** The grant was not current: deleted, taken over, or released before. */
    record NotHeld() implements ReleaseOutcome {}
}
