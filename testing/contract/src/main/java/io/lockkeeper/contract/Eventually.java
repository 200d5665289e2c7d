package io.lockkeeper.contract;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Bounded waits: for an answer, and for what can only be seen by looking again. */
public final class Eventually {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private Eventually() {}

    /** An assertion, which throws {@link AssertionError} while it does not hold. */
    @FunctionalInterface
    public interface Assertion {

        /**
         * Looks once.
         *
         * @throws Exception if looking failed: not tried again
         */
        void check() throws Exception;
    }

    /**
     * Looks again and again until an assertion holds.
     *
     * @param patience for how long
     * @param assertion what is to hold
     * @throws AssertionError as last thrown by the assertion, when patience ends
     */
    public static void eventually(Duration patience, Assertion assertion) {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                assertion.check();
                return;
            } catch (AssertionError notYet) {
                if (end - System.nanoTime() <= 0) {
                    throw notYet;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (Exception failure) {
                throw new AssertionError("Looking failed: " + failure, failure);
            }
        }
    }

    /**
     * Waits for an answer.
     *
     * @param <T> what is answered
     * @param patience how long
     * @param stage what answers
     * @return the answer
     * @throws AssertionError if it fails or does not come in time
     */
    public static <T> T answer(Duration patience, CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError("No answer came within " + patience + ".", late);
        } catch (ExecutionException failed) {
            throw new AssertionError("The call failed: " + failed.getCause(), failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("The test was interrupted.", interrupted);
        }
    }
}
