package io.lockkeeper.time;

import java.time.Instant;

/** A monotonic clock with an arbitrary origin. It includes the time that a machine sleeps. */
@FunctionalInterface
public interface Ticker {

    /**
     * Returns the current time.
     *
     * @return nanoseconds; never smaller than before
     */
    long nanos();

    /**
     * Returns the current time at a lower cost: a sleep of the machine since the last call of {@link #nanos()} may be
     * missing. For calls that are too frequent for {@link #nanos()}.
     *
     * @return nanoseconds, not greater than what {@link #nanos()} would return
     */
    default long nanosAwake() {
        return nanos();
    }

    /**
     * Returns the time of the wall clock, for display.
     *
     * @return the time of day of this machine; no decision depends on it
     */
    default Instant instant() {
        return Instant.now();
    }
}
