package io.lockkeeper.optimistic;

import java.util.Optional;

/** What came of a write with a fencing token. */
public sealed interface FenceOutcome {

    /**
     * The row had seen no greater token, and is written.
     *
     * @param attempts how many it took; 1 unless the database gave up transactions
     */
    record Updated(int attempts) implements FenceOutcome {}

    /**
     * The row had seen a greater token: who wrote was overtaken. Nothing is written, and nothing will be with this
     * token: what was done under the lock so far is void.
     *
     * @param seen the greatest token that the row has seen
     */
    record Stale(long seen) implements FenceOutcome {}

    /**
     * Neither written nor known to be stale, each time; nothing is written.
     *
     * @param attempts how many were made
     * @param cause how the last of them failed, if it was with an exception
     */
    record Conflict(int attempts, Optional<Exception> cause) implements FenceOutcome {}

    /** There is no such row. */
    record Gone() implements FenceOutcome {}
}
