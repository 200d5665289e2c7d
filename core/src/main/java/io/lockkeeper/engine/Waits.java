package io.lockkeeper.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Waits that are limited and not ended by an interrupt, which is kept for later. */
final class Waits {

    /** How long who closes waits for the store, or for a work that is to return. */
    static final Duration FOR_OTHERS = Duration.ofSeconds(5);

    private static final long UNTIL_THERE_IS_MEMORY = 50_000_000;

    private Waits() {}

    /**
     * Waits a moment, for who must repeat a step until there is memory for it. An interrupt would end the wait: it is taken away.
     *
     * @return whether the thread was interrupted, to be interrupted again when the step is done
     */
    static boolean forMemory() {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(UNTIL_THERE_IS_MEMORY);
        return interrupted;
    }

    /**
     * Waits until a future is done. False if that takes longer.
     *
     * @param now the time in nanoseconds: an interrupt does not prolong the wait
     */
    static boolean uninterruptibly(CompletableFuture<?> future, Duration atMost, LongSupplier now) {
        long end = now.getAsLong() + Nanos.of(atMost);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    future.get(end - now.getAsLong(), TimeUnit.NANOSECONDS);
                    return true;
                } catch (InterruptedException again) {
                    interrupted = true;
                } catch (ExecutionException done) {
                    return true; // How it ended is for others to say.
                } catch (TimeoutException late) {
                    return false;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
