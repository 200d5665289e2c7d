package io.lockkeeper;

import java.time.Duration;

/**
 * How long the threads of one client may pass a lock on to each other while another process waits for it.
 *
 * <p>Passing it on within a process costs microseconds, to another process some milliseconds. So a run ends when it
 * had so many holders, though not before it lasted as long as a few hand-overs between processes; and in any case when
 * it has lasted as long as it may. A holding in progress is never cut short. While no other process waits, none of
 * this applies. Immutable.
 *
 * @param holders how many holders end a run, at least 1
 * @param atLeast how long a run may last in any case, zero or longer
 * @param atMost how long a run lasts at most, no shorter than that
 */
public record LocalRuns(int holders, Duration atLeast, Duration atMost) {

    private static final LocalRuns DEFAULTS = new LocalRuns(16, Duration.ofMillis(5), Duration.ofMillis(500));
    private static final LocalRuns NONE = new LocalRuns(1, Duration.ZERO, Duration.ZERO);

    /** Checks the bounds. */
    public LocalRuns {
        if (holders < 1) {
            throw new IllegalArgumentException("A local run has at least 1 holder; this one: " + holders);
        }
        if (atLeast.isNegative()) {
            throw new IllegalArgumentException("A local run lasts zero or longer; this one: " + atLeast);
        }
        if (atMost.compareTo(atLeast) < 0) {
            throw new IllegalArgumentException("A local run that lasts at least " + atLeast + " can't last at most "
                    + atMost + "; give an upper bound that is not below the lower one");
        }
    }

    /**
     * The defaults: 16 holders, at least 5 ms, at most 500 ms.
     *
     * @return the defaults
     */
    public static LocalRuns defaults() {
        return DEFAULTS;
    }

    /**
     * No runs: whoever waits in another process is served before a second thread of this one.
     *
     * @return a single holder at a time
     */
    public static LocalRuns none() {
        return NONE;
    }
}
