package io.lockkeeper.spring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what happens on other threads. */
final class Until {

    private Until() {}

    static void isTrue(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("It did not happen within 30 s.");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
