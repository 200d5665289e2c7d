package io.lockkeeper.engine;

import java.util.random.RandomGenerator;

/** How long to wait before asking again, spread so that many do not ask at once. */
final class Backoff {

    private static final long FIRST = 50_000_000;
    private static final long BRIEFLY = 100_000_000;
    private static final long LONGEST = 2_000_000_000;

    private final RandomGenerator random;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** After a number of failures in a row: 50 ms, doubled each time up to 2 s, less up to half of it. */
    long afterFailures(int failures) {
        long delay = Math.min(LONGEST, FIRST << Math.min(failures - 1, 10));
        return delay - random.nextLong(delay / 2);
    }

    /** A delay and up to a quarter of it more, at most 100 ms. */
    long spread(long nanos) {
        return nanos + random.nextLong(Math.min(nanos / 4, BRIEFLY) + 1);
    }
}
