package io.lockkeeper.spring.boot;

import java.time.Duration;
import java.util.List;

/** Waits for threads. */
final class Joins {

    private Joins() {}

    /** Waits for the end of all threads; an interruption ends the wait, and is kept. Whether all have ended. */
    static boolean join(List<Thread> threads, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        try {
            for (Thread thread : threads) {
                long millis =
                        Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis());
                thread.join(millis);
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }
}
