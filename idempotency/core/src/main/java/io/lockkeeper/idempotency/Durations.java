package io.lockkeeper.idempotency;

import java.time.Duration;

/** Bounds of durations in options. */
final class Durations {

    private Durations() {}

    static Duration check(String what, Duration duration, Duration least, Duration most) {
        if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    what + " must be between " + least + " and " + most + ", not " + duration);
        }
        return duration;
    }
}
