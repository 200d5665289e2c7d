package io.lockkeeper.micrometer;

import io.lockkeeper.Completed;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockedTask;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** A lock whose acquisitions and holdings are observed. */
final class ObservedLock implements DistributedLock {

    private final DistributedLock lock;
    private final List<String> names;
    private final LockObservations observations;
    private final ThreadHolds threads;

    ObservedLock(DistributedLock lock, LockObservations observations, ThreadHolds threads) {
        this.lock = lock;
        this.names = List.of(lock.name());
        this.observations = observations;
        this.threads = threads;
    }

    @Override
    public String name() {
        return lock.name();
    }

    // ---- by handle ------------------------------------------------------------------------------

    private <E extends Exception> Lease acquired(Wait.Step<Lease, E> acquisition) throws E {
        Wait wait = observations.await(names);
        return ObservedLease.acquired(wait.within(acquisition), wait);
    }

    private <E extends Exception> Optional<Lease> tried(Wait.Step<Optional<Lease>, E> acquisition) throws E {
        Wait wait = observations.await(names);
        Optional<Lease> lease = wait.within(acquisition);
        if (lease.isEmpty()) {
            wait.refused();
            return lease;
        }
        return Optional.of(ObservedLease.acquired(lease.get(), wait));
    }

    private CompletableFuture<Lease> begun(Wait.Step<CompletableFuture<Lease>, RuntimeException> acquisition) {
        Wait wait = observations.await(names);
        return wait.async(acquisition, lease -> ObservedLease.acquired(lease, wait), ObservedLock::release);
    }

    private static void release(Lease lease) {
        CompletableFuture<Void> unused = lease.closeAsync();
    }

    @Override
    public Lease acquire() throws InterruptedException {
        return acquired(() -> lock.acquire());
    }

    @Override
    public Lease acquire(LockOptions options) throws InterruptedException {
        return acquired(() -> lock.acquire(options));
    }

    @Override
    public Lease acquireUninterruptibly(LockOptions options) {
        return acquired(() -> lock.acquireUninterruptibly(options));
    }

    @Override
    public Optional<Lease> tryAcquire() {
        return tried(() -> lock.tryAcquire());
    }

    @Override
    public Optional<Lease> tryAcquireNow(LockOptions options) {
        return tried(() -> lock.tryAcquireNow(options));
    }

    @Override
    public Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException {
        return tried(() -> lock.tryAcquire(options));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync() {
        return begun(() -> lock.acquireAsync());
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(LockOptions options) {
        return begun(() -> lock.acquireAsync(options));
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> Completed<T> call(LockedTask<T, E> task)
            throws E, InterruptedException {
        return new ObservedCall<T, E>(observations.await(names), task).through(lock);
    }

    // ---- by thread ------------------------------------------------------------------------------

    private <E extends Exception> boolean entered(Wait.Step<Boolean, E> acquisition) throws E {
        if (lock.isHeldByCurrentThread()) { // Once more: nothing is waited for.
            boolean again = acquisition.take();
            if (again) {
                Shielded.attempt(() -> threads.entered(lock, () -> observations.hold(names)));
            }
            return again;
        }
        Wait wait = observations.await(names);
        boolean entered = wait.within(acquisition);
        if (entered) {
            wait.acquired();
            Shielded.attempt(() -> threads.entered(lock, wait::hold));
        } else {
            wait.refused();
        }
        return entered;
    }

    @Override
    public void lock() {
        boolean unused = entered(() -> {
            lock.lock();
            return true;
        });
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        boolean unused = entered(() -> {
            lock.lockInterruptibly();
            return true;
        });
    }

    @Override
    public boolean tryLock() {
        return entered(() -> lock.tryLock());
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return entered(() -> lock.tryLock(time, unit));
    }

    @Override
    public void unlock() {
        threads.unlock(lock);
    }

    @Override
    public Condition newCondition() {
        return lock.newCondition();
    }

    @Override
    public boolean isHeldByCurrentThread() {
        return lock.isHeldByCurrentThread();
    }

    @Override
    public int holdCount() {
        return lock.holdCount();
    }

    @Override
    public long token() {
        return lock.token();
    }

    @Override
    public Optional<Lease> currentLease() {
        return lock.currentLease().map(lease -> threads.observed(lock, lease));
    }

    // ---- in the store ---------------------------------------------------------------------------

    @Override
    public boolean isLocked() {
        return lock.isLocked();
    }

    @Override
    public int queueLength() {
        return lock.queueLength();
    }

    @Override
    public String toString() {
        return lock.toString();
    }
}
