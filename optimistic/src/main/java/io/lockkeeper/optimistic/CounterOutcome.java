package io.lockkeeper.optimistic;

import java.util.Optional;

/** What came of an update by condition. */
public sealed interface CounterOutcome {

    /**
     * There was enough, and it is taken.
     *
     * @param attempts how many it took; 1 unless the database gave up transactions, or somebody refilled the counter
     */
    record Updated(int attempts) implements CounterOutcome {}

    /**
     * There was less than was asked for; nothing is taken.
     *
     * @param available how much there was just after the refusal
     */
    record NotEnough(long available) implements CounterOutcome {}

    /**
     * Neither taken nor known to be too little, each time; nothing is taken.
     *
     * @param attempts how many were made
     * @param cause how the last of them failed, if it was with an exception
     */
    record Conflict(int attempts, Optional<Exception> cause) implements CounterOutcome {}

    /** There is no such row. */
    record Gone() implements CounterOutcome {}
}
