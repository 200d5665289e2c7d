package io.lockkeeper.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations as scripts count them. */
final class Durations {

    /** A century: Lua counts exactly up to the moment at which it ends. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Durations() {}

    /** The form in which scripts take durations; none is longer than a century. */
    static String micros(Duration duration) {
        return Long.toString(
                Math.max(0, TimeUnit.NANOSECONDS.toMicros(bounded(duration).toNanos())));
    }

    /** A duration, or a century if it is longer. */
    static Duration bounded(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
    }
}
