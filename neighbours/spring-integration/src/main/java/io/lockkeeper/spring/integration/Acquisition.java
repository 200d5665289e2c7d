package io.lockkeeper.spring.integration;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** A way to wait for a lock. */
@FunctionalInterface
interface Acquisition {

    /** Waits without a limit, whatever interrupts it. */
    Acquisition UNINTERRUPTIBLE = (lock, options) -> {
        LockOptions patient = options.withUnboundedWait();
        if (!Thread.currentThread().isInterrupted()) {
            try {
                return Optional.of(lock.acquire(patient));
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
            }
        }
        return Optional.of(join(lock, patient)); // An interrupted thread can still wait for a future.
    };

    /** Waits without a limit, but for an interrupt. */
    Acquisition INTERRUPTIBLE = (lock, options) -> Optional.of(lock.acquire(options.withUnboundedWait()));

    /** Does not wait. */
    Acquisition NOW = DistributedLock::tryAcquireNow;

    /** Waits for a time, or until an interrupt. */
    static Acquisition within(Duration wait) {
        return (lock, options) -> lock.tryAcquire(options.withMaxWait(wait.isNegative() ? Duration.ZERO : wait));
    }

    /** Acquires the lock; empty if it is held for as long as this waits. */
    Optional<Lease> acquire(DistributedLock lock, LockOptions options) throws InterruptedException;

    private static Lease join(DistributedLock lock, LockOptions options) {
        try {
            return lock.acquireAsync(options).join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw failed;
        }
    }
}
