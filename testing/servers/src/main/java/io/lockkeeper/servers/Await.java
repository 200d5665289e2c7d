package io.lockkeeper.servers;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A polling wait, with a deadline, for what can be observed but does not report itself.
 *
 * <p>Polls after 1 ms at first, then ever more slowly, up to every 50 ms. Thread-safe.
 */
public final class Await {
    private static final long FIRST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 50_000_000;

    private Await() {}

    /**
     * Waits until the condition holds.
     *
     * @param what completes the sentence "… did not happen within …", such as "the replica's link"
     * @param condition asked in the calling thread; while it throws an exception, it does not hold
     * @throws AssertionError if it does not hold in time, with the last exception as its cause, or if the thread is
     *     interrupted, which it then still is
     */
    public static void until(String what, Duration atMost, Callable<Boolean> condition) {
        long start = System.nanoTime();
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            Exception failure = null;
            try {
                if (condition.call()) {
                    return;
                }
            } catch (InterruptedException e) {
                throw interrupted(what, e);
            } catch (Exception e) {
                failure = e;
            }
            if (System.nanoTime() - start >= atMost.toNanos()) {
                throw tooLate(what, atMost, failure);
            }
            pause(what, pause);
            pause = Math.min(pause * 2, LONGEST_PAUSE_NANOS);
        }
    }

    private static void pause(String what, long nanos) {
        try {
            NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            throw interrupted(what, e);
        }
    }

    private static AssertionError tooLate(String what, Duration atMost, @Nullable Exception last) {
        String cause = last == null ? "" : "; the last attempt failed: " + last;
        return new AssertionError(what + " did not happen within " + atMost + cause, last);
    }

    private static AssertionError interrupted(String what, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new AssertionError("interrupted while waiting for " + what, e);
    }
}
