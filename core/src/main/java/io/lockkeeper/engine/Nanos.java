package io.lockkeeper.engine;

import java.time.Duration;

/** Durations in nanoseconds, for arithmetic with a ticker's readings that can't overflow. */
final class Nanos {

    /** About 146 years: twice as much, added to any reading, is still a time in the future. */
    static final long MOST = Long.MAX_VALUE / 2;

    private Nanos() {}

    /** A duration's nanoseconds; 146 years for whatever is longer. */
    static long of(Duration duration) {
        return duration.compareTo(Duration.ofNanos(MOST)) >= 0 ? MOST : duration.toNanos();
    }
}
