package io.lockkeeper.bench.workers;

import java.util.concurrent.locks.LockSupport;

/** Waits on the machine's monotonic clock. */
public final class Moments {
    private Moments() {}

    /** Returns at this time of {@code System.nanoTime}, or at once if it has passed. */
    public static void awaitTime(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Returns after as long. */
    public static void pause(long nanos) {
        awaitTime(System.nanoTime() + nanos);
    }
}
