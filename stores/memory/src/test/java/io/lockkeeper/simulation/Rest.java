package io.lockkeeper.simulation;

/** Exploration only. */
final class Rest {
    static int slow;
    static long bound = Long.getLong("rest", 100_000) * 1_000_000L;

    static void took(long nanos, Log log) {
        if (nanos > bound) {
            throw new AssertionError("rest took " + nanos / 1_000_000 + " ms");
        }
    }
}
