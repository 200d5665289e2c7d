package io.lockkeeper.memory;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.contract.AsyncPromise;
import io.lockkeeper.contract.CounterPromise;
import io.lockkeeper.contract.FixedLeasePromise;
import io.lockkeeper.contract.HandlePromise;
import io.lockkeeper.contract.InterruptionPromise;
import io.lockkeeper.contract.LockingPromise;
import io.lockkeeper.contract.NoTracePromise;
import io.lockkeeper.contract.OutagePromise;
import io.lockkeeper.contract.OwnershipPromise;
import io.lockkeeper.contract.StoreFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** Locks and leases that do not do what they say. */
final class LockFaults {

    private LockFaults() {}

    static List<LockFault> all() {
        return List.of(
                LockFault.inLock(
                        "is not taken by interrupted threads", LockingPromise.class, lock -> new PassedLock(lock) {
                            @Override
                            public boolean tryLock() {
                                return !Thread.currentThread().isInterrupted() && super.tryLock();
                            }
                        }),
                LockFault.inLock("does not wait", LockingPromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public boolean tryLock(long time, TimeUnit unit) {
                        return super.tryLock();
                    }
                }),
                LockFault.inLock("has conditions", LockingPromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public Condition newCondition() {
                        return new ReentrantLock().newCondition();
                    }
                }),
                LockFault.inLock("is given up all at once", OwnershipPromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public void unlock() {
                        do {
                            super.unlock();
                        } while (super.holdCount() > 0);
                    }
                }),
                LockFault.inLock("lets strangers call unlock", OwnershipPromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public void unlock() {
                        if (super.isHeldByCurrentThread()) {
                            super.unlock();
                        }
                    }
                }),
                LockFault.inLock("can't be interrupted", InterruptionPromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public void lockInterruptibly() {
                        super.lock();
                    }
                }),
                LockFault.inLock(
                        "keeps the flag of a thrown interrupt",
                        InterruptionPromise.class,
                        lock -> new PassedLock(lock) {
                            @Override
                            public void lockInterruptibly() throws InterruptedException {
                                try {
                                    super.lockInterruptibly();
                                } catch (InterruptedException interrupted) {
                                    Thread.currentThread().interrupt();
                                    throw interrupted;
                                }
                            }
                        }),
                LockFault.inLock("swallows interrupts", InterruptionPromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public void lock() {
                        super.lock();
                        Thread.interrupted();
                    }
                }),
                LockFault.inLease(
                        "is released by its own thread only", HandlePromise.class, lease -> new PassedLease(lease) {
                            private final Thread owner = Thread.currentThread();

                            @Override
                            public void close() {
                                if (Thread.currentThread() == owner) {
                                    super.close();
                                }
                            }
                        }),
                LockFault.inLock("lets its thread acquire again", HandlePromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public boolean tryLock() {
                        return true;
                    }
                }),
                acquiring("is not renewed", HandlePromise.class, options -> options.withFixedLease(LEASE)),
                acquiring("renews fixed leases", FixedLeasePromise.class, options -> options.withRenewedLease(LEASE)),
                LockFault.inLease("does not release a lease", FixedLeasePromise.class, lease -> new PassedLease(lease) {
                    @Override
                    public void close() {}
                }),
                LockFault.inLock("does not see a cancellation", AsyncPromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public CompletableFuture<Lease> acquireAsync() {
                        return super.acquireAsync().thenApply(lease -> lease);
                    }
                }),
                LockFault.inLock("waits for ever without a thread", AsyncPromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public CompletableFuture<Lease> acquireAsync(LockOptions options) {
                        return super.acquireAsync(options.withUnboundedWait()).orTimeout(1, TimeUnit.SECONDS);
                    }
                }),
                LockFault.inLock("gives up in an outage", OutagePromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public CompletableFuture<Lease> acquireAsync() {
                        return CompletableFuture.supplyAsync(
                                () -> super.tryAcquire().orElseThrow());
                    }
                }),
                LockFault.inLock("gives up in the background", NoTracePromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException {
                        CompletableFuture<Lease> waiting = super.acquireAsync();
                        Thread.sleep(options.maxWait().orElseThrow().toMillis());
                        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> {
                            if (!waiting.cancel(false)) {
                                CompletableFuture<Void> unused = waiting.thenAccept(Lease::close);
                            }
                        });
                        return Optional.empty();
                    }
                }),
                LockFault.inStore(
                        "two clients hold",
                        CounterPromise.class,
                        store -> new MemorySpace(System::nanoTime).connect()));
    }

    private static final Duration LEASE = StoreFixture.SHORT_LEASE;

    private static LockFault acquiring(String story, Class<?> promise, UnaryOperator<LockOptions> change) {
        return LockFault.inLock(story, promise, lock -> new PassedLock(lock) {
            @Override
            public Lease acquire(LockOptions options) throws InterruptedException {
                return super.acquire(change.apply(options));
            }
        });
    }
}
