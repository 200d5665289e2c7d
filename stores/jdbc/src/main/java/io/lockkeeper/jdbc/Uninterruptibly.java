package io.lockkeeper.jdbc;

import java.time.Duration;

/** Waits that an interrupt does not end; it is pending afterwards. */
final class Uninterruptibly {

    private Uninterruptibly() {}

    /** Waits for a thread to end, at most so long. */
    static void join(Thread thread, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        boolean interrupted = false;
        while (thread.isAlive() && end - System.nanoTime() > 0) {
            try {
                thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException pending) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
