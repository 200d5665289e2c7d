package io.lockkeeper;

import java.time.Duration;

/**
 * Limits how long the threads of one client may pass a lock on to each other while another process waits for it.
 *
 * <p>A hand-over within a process takes microseconds, one to another process some milliseconds. A run of local
 * hand-overs therefore ends when the lock had {@code holders} holders and {@code atLeast} has passed, or when {@code
 * atMost} has passed. A current holder is never interrupted. The limits do not apply while no other process waits.
 * Immutable.
 *
 * @param holders the number of holders after which a run ends, at least 1
 * @param atLeast the time before which a run does not end because of the number of holders, zero or longer
 * @param atMost the time after which a run ends in any case, not shorter than {@code atLeast}
 */
public record LocalRuns(int holders, Duration atLeast, Duration atMost) {

    private static final LocalRuns DEFAULTS = new LocalRuns(16, Duration.ofMillis(5), Duration.ofMillis(500));
    private static final LocalRuns NONE = new LocalRuns(1, Duration.ZERO, Duration.ZERO);

    /** Checks the bounds. */
    public LocalRuns {
        if (holders < 1) {
            throw new IllegalArgumentException("A local run must have at least 1 holder, not " + holders);
        }
        if (atLeast.isNegative()) {
            throw new IllegalArgumentException(
                    "The minimum time of a local run must be zero or longer, not " + atLeast);
        }
        if (atMost.compareTo(atLeast) < 0) {
            throw new IllegalArgumentException("The maximum time of a local run (" + atMost
                    + ") must not be shorter than its minimum time (" + atLeast + ")");
        }
    }

    /**
     * Returns the default limits: 16 holders, at least 5 ms, at most 500 ms.
     *
     * @return the defaults
     */
    public static LocalRuns defaults() {
        return DEFAULTS;
    }

    /**
     * Allows no runs: a waiter in another process is served before a second thread of this one.
     *
     * @return limits of a single holder
     */
    public static LocalRuns none() {
        return NONE;
    }
}
