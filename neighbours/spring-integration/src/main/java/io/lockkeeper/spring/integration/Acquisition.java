package io.lockkeeper.spring.integration;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.util.Optional;

/** A way to wait for a lock. */
@FunctionalInterface
interface Acquisition {

    /** Waits without a limit, whatever interrupts it. */
    Acquisition UNINTERRUPTIBLE =
            (lock, options) -> Optional.of(lock.acquireUninterruptibly(options.withUnboundedWait()));

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
}
