package io.lockkeeper.servers;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Short waits that finish even in an interrupted thread, which stays interrupted.
 *
 * <p>Servers are killed in {@code finally} blocks, often of a test that interrupts its threads.
 */
final class Uninterruptibly {
    private static final long PAUSE_NANOS = 1_000_000;

    private Uninterruptibly() {}

    /** Waits for the process to end and returns its exit code. */
    static int join(Process process) {
        return uninterrupted(process::waitFor);
    }

    /** Waits for the process to end, at most as long as given, and returns whether it has. */
    static boolean join(Process process, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        return uninterrupted(() -> process.waitFor(deadline - System.nanoTime(), NANOSECONDS));
    }

    /** Waits for a process that need not be a child of this one to end, at most as long as given. */
    static void join(ProcessHandle process, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        boolean unused = uninterrupted(() -> {
            try {
                process.onExit().get(deadline - System.nanoTime(), NANOSECONDS);
                return true;
            } catch (ExecutionException | TimeoutException notYet) {
                return false;
            }
        });
    }

    /** Waits for the condition to hold, at most as long as given, and returns whether it does. */
    static boolean poll(BooleanSupplier condition, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        return uninterrupted(() -> {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - deadline >= 0) {
                    return false;
                }
                NANOSECONDS.sleep(PAUSE_NANOS);
            }
            return true;
        });
    }

    /** Waits for the thread to end. */
    static void join(Thread thread) {
        uninterrupted(() -> {
            thread.join();
            return true;
        });
    }

    /** Waits for the future's result. */
    static <T> T get(Future<T> future) throws ExecutionException {
        Wait<T, ExecutionException> wait = future::get;
        return uninterrupted(wait);
    }

    private static <T, E extends Exception> T uninterrupted(Wait<T, E> wait) throws E {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return wait.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A wait that may be begun anew. */
    private interface Wait<T, E extends Exception> {
        T get() throws InterruptedException, E;
    }
}
