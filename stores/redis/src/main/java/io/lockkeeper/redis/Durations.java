package io.lockkeeper.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations as scripts count them. */
final class Durations {

    private Durations() {}

    /** The form in which scripts take durations. */
    static String micros(Duration duration) {
        return Long.toString(TimeUnit.NANOSECONDS.toMicros(duration.toNanos()));
    }
}
