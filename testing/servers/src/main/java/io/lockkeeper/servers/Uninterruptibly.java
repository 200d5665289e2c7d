package io.lockkeeper.servers;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;

/**
 * Short waits that finish even in an interrupted thread, which stays interrupted.
 *
 * <p>Servers are killed in {@code finally} blocks, often of a test that interrupts its threads.
 */
final class Uninterruptibly {
    private Uninterruptibly() {}

    /** Waits for the process to end and returns its exit code. */
    static int join(Process process) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return process.waitFor();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    /** Waits for the process to end, at most as long as given, and returns whether it has. */
    static boolean join(Process process, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return process.waitFor(deadline - System.nanoTime(), NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    /** Waits for the thread to end. */
    static void join(Thread thread) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    thread.join();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
