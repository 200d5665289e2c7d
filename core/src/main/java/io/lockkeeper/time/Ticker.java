package io.lockkeeper.time;

import java.time.Instant;

/** A monotonic clock whose origin means nothing; differences do. It counts the time that a machine sleeps. */
@FunctionalInterface
public interface Ticker {

    /**
     * The time now.
     *
     * @return nanoseconds; never smaller than before
     */
    long nanos();

    /**
     * The time now as far as this clock knows without looking closely: a sleep since {@link #nanos()} was called
     * last may be missing. For what happens too often for a closer look.
     *
     * @return nanoseconds, not greater than what {@link #nanos()} would return
     */
    default long nanosAwake() {
        return nanos();
    }

    /**
     * The wall clock, for people to read.
     *
     * @return the time of day of this machine; nothing is decided by it
     */
    default Instant instant() {
        return Instant.now();
    }
}
