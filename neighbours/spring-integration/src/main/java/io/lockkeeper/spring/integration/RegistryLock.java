package io.lockkeeper.spring.integration;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.time.SystemTicker;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.support.locks.DistributedLock;

/** A key of a registry, as a lock; who holds it is in the registry's {@link Holds}. */
final class RegistryLock implements DistributedLock {

    private final LockkeeperLockRegistry registry;
    private final io.lockkeeper.DistributedLock lock;
    private final Leases leases;
    private final Holds holds;
    private volatile long usedAt = SystemTicker.shared().nanos();

    RegistryLock(LockkeeperLockRegistry registry, io.lockkeeper.DistributedLock lock, Leases leases, Holds holds) {
        this.registry = registry;
        this.lock = lock;
        this.leases = leases;
        this.holds = holds;
    }

    @Override
    public void lock() {
        lockFor(null);
    }

    @Override
    public void lock(Duration ttl) {
        lockFor(Leases.check(ttl));
    }

    private void lockFor(@Nullable Duration ttl) {
        try {
            enter(ttl, Acquisition.UNINTERRUPTIBLE);
        } catch (InterruptedException impossible) {
            throw new AssertionError("An uninterruptible wait was interrupted.", impossible);
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        enterInterruptibly(null, Acquisition.INTERRUPTIBLE);
    }

    @Override
    public boolean tryLock() {
        try {
            return enter(null, Acquisition.NOW);
        } catch (InterruptedException impossible) {
            throw new AssertionError("A single attempt was interrupted.", impossible);
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return enterInterruptibly(null, Acquisition.within(Duration.ofNanos(unit.toNanos(time))));
    }

    @Override
    public boolean tryLock(Duration waitTime, Duration ttl) throws InterruptedException {
        return enterInterruptibly(Leases.check(ttl), Acquisition.within(waitTime));
    }

    private boolean enterInterruptibly(@Nullable Duration ttl, Acquisition how) throws InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException("Interrupted before '" + lock.name() + "' was acquired.");
        }
        try {
            return enter(ttl, how);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt(); // As all registries of Spring Integration do.
            throw interrupt;
        }
    }

    private boolean enter(@Nullable Duration ttl, Acquisition how) throws InterruptedException {
        try {
            ThreadHold hold = holds.own(lock.name());
            boolean entered = (hold != null && hold.enterAgain(leases.timeToLive(ttl)))
                    || acquired(hold, leases.options(ttl), how);
            if (entered) {
                used();
            }
            return entered;
        } catch (RuntimeException failure) {
            throw new CannotAcquireLockException("Failed to lock for: " + lock.name(), failure);
        }
    }

    private boolean acquired(@Nullable ThreadHold lost, LockOptions options, Acquisition how)
            throws InterruptedException {
        holds.warnOfEndedThreads(lock.name()); // Not when the lock is held: a logger may throw an exception.
        Optional<Lease> lease = how.acquire(lock, options);
        if (lease.isEmpty()) {
            return false;
        }
        if (lost == null) {
            holds.add(lock.name(), new ThreadHold(lease.get(), options));
        } else {
            lost.enterAnew(lease.get(), options);
        }
        holds.forgetEndedThreads(lock.name()); // What they held, this thread has now.
        return true;
    }

    @Override
    public void unlock() {
        ThreadHold hold = holds.own(lock.name());
        if (hold == null) {
            throw new IllegalStateException("You do not own lock at " + lock.name());
        }
        if (hold.leave() > 0) {
            return; // Whether it is lost is for the last unlock to say.
        }
        holds.removeOwn(lock.name());
        try {
            hold.lease().close();
        } catch (LeaseLostException lost) {
            ConcurrentModificationException reported =
                    new ConcurrentModificationException("Lock was released in the store due to expiration."
                            + " The integrity of data protected by this lock may have been compromised: "
                            + lost.getMessage());
            reported.initCause(lost);
            throw reported;
        }
    }

    /** Renews what the calling thread holds. */
    void renew(LockClient client, @Nullable Duration ttl) {
        ThreadHold hold = holds.own(lock.name());
        if (hold == null) {
            throw new IllegalStateException(
                    "Could not renew lock for: " + lock.name() + "; the current thread does not hold it");
        }
        if (!hold.renew(client, leases.timeToLive(ttl))) {
            throw new IllegalStateException(
                    "Could not renew lock for: " + lock.name() + "; it was released in the store");
        }
        used();
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("Conditions are not supported");
    }

    /** Whether a thread of this registry owes an {@code unlock}. */
    boolean isHeldByAThread() {
        return holds.isHeld(lock.name());
    }

    void used() {
        usedAt = SystemTicker.shared().nanos();
    }

    long usedAt() {
        return usedAt;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RegistryLock that
                && that.registry == registry
                && that.lock.name().equals(lock.name());
    }

    @Override
    public int hashCode() {
        return lock.name().hashCode();
    }

    @Override
    public String toString() {
        return "RegistryLock[" + lock.name() + ", " + registry + "]";
    }
}
