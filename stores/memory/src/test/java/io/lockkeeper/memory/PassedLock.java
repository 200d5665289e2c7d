package io.lockkeeper.memory;

import io.lockkeeper.Completed;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockedTask;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** A sound lock behind a fault that overrides what it breaks. */
class PassedLock implements DistributedLock {

    final DistributedLock sound;

    PassedLock(DistributedLock sound) {
        this.sound = sound;
    }

    /** What a fault does to every lease, however it was acquired. */
    Lease leased(Lease lease) {
        return lease;
    }

    @Override
    public String name() {
        return sound.name();
    }

    @Override
    public Lease acquire() throws InterruptedException {
        return leased(sound.acquire());
    }

    @Override
    public Lease acquire(LockOptions options) throws InterruptedException {
        return leased(sound.acquire(options));
    }

    @Override
    public Lease acquireUninterruptibly(LockOptions options) {
        return leased(sound.acquireUninterruptibly(options));
    }

    @Override
    public Optional<Lease> tryAcquire() {
        return sound.tryAcquire().map(this::leased);
    }

    @Override
    public Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException {
        return sound.tryAcquire(options).map(this::leased);
    }

    @Override
    public CompletableFuture<Lease> acquireAsync() {
        return sound.acquireAsync();
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(LockOptions options) {
        return sound.acquireAsync(options);
    }

    @Override
    public boolean isHeldByCurrentThread() {
        return sound.isHeldByCurrentThread();
    }

    @Override
    public int holdCount() {
        return sound.holdCount();
    }

    @Override
    public long token() {
        return sound.token();
    }

    @Override
    public Optional<Lease> currentLease() {
        return sound.currentLease();
    }

    @Override
    public boolean isLocked() {
        return sound.isLocked();
    }

    @Override
    public int queueLength() {
        return sound.queueLength();
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> Completed<T> call(LockedTask<T, E> task)
            throws E, InterruptedException {
        return sound.call(task);
    }

    @Override
    public Optional<Lease> tryAcquireNow(LockOptions options) {
        return sound.tryAcquireNow(options).map(this::leased);
    }

    @Override
    public void lock() {
        sound.lock();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        sound.lockInterruptibly();
    }

    @Override
    public boolean tryLock() {
        return sound.tryLock();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return sound.tryLock(time, unit);
    }

    @Override
    public void unlock() {
        sound.unlock();
    }

    @Override
    public Condition newCondition() {
        return sound.newCondition();
    }
}
