package io.lockkeeper.engine;

import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before asking again, spread so that many do not ask at once. */
final class Backoff {

    private static final long FIRST = 50_000_000;
    private static final long BRIEFLY = 100_000_000;
    private static final long LONGEST = 2_000_000_000;

    private Backoff() {}

    /** After a number of failures in a row: 50 ms, doubled each time up to 2 s, less up to half of it. */
    static long afterFailures(int failures) {
        long delay = Math.min(LONGEST, FIRST << Math.min(failures - 1, 10));
        return delay - ThreadLocalRandom.current().nextLong(delay / 2);
    }

    /** A delay and up to a quarter of it more, at most 100 ms. */
    static long spreadBriefly(long nanos) {
        return Math.min(spread(nanos), nanos + ThreadLocalRandom.current().nextLong(BRIEFLY));
    }

    /** A delay and up to a quarter of it more. */
    static long spread(long nanos) {
        return nanos + ThreadLocalRandom.current().nextLong(nanos / 4 + 1);
    }
}
