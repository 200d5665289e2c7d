package io.lockkeeper.idempotency.contract;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** How time passes for a store, and how long a test waits for what is to come. */
public interface PassingTime {

    /**
     * Lets the store's time pass. Really waits, unless a store whose clock is moved by hand overrides it.
     *
     * @param time how long, 30 s at most
     */
    default void passTime(Duration time) {
        if (time.compareTo(Duration.ofSeconds(30)) > 0) {
            throw new IllegalArgumentException("A test waits for 30 s at most; this one would for " + time);
        }
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * Lets a lease or a retention end, and a little more.
     *
     * @param time how long it is
     */
    default void outlast(Duration time) {
        passTime(time.plusMillis(50));
    }

    /**
     * How long the contract waits for an answer or a push before the test fails.
     *
     * @return a bound that a busy machine keeps
     */
    default Duration patience() {
        return Duration.ofSeconds(60);
    }
}
