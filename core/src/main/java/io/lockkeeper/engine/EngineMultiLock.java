package io.lockkeeper.engine;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.MultiLease;
import io.lockkeeper.MultiLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;

/**
 * Several locks of one client.
 *
 * @param locks sorted by name, so that nobody waits for a lock whose holder waits for one that is held here
 * @param options of every acquisition
 * @param clock the client's, in nanoseconds
 */
record EngineMultiLock(List<DistributedLock> locks, LockOptions options, LongSupplier clock) implements MultiLock {

    /** Acquires one of the locks, or does not within its time. */
    private interface Step {
        Optional<Lease> acquire(DistributedLock lock, LockOptions asked) throws InterruptedException;
    }

    static EngineMultiLock of(EngineClient client, Collection<String> names, LockOptions options) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("At least one name is needed to acquire several locks together.");
        }
        List<DistributedLock> locks =
                names.stream().distinct().sorted().map(client::lock).toList();
        EngineMultiLock lock = new EngineMultiLock(locks, options, client::now);
        MultiRequest unused = lock.request(options); // Checks them.
        return lock;
    }

    @Override
    public List<String> names() {
        return locks.stream().map(DistributedLock::name).toList();
    }

    @Override
    public MultiLease acquire() throws InterruptedException {
        return acquire(options);
    }

    @Override
    public MultiLease acquire(LockOptions asked) throws InterruptedException {
        return acquire(request(asked), (lock, member) -> Optional.of(lock.acquire(member)))
                .orElseThrow();
    }

    @Override
    public Optional<MultiLease> tryAcquire() {
        try {
            return acquire(request(options.withMaxWait(Duration.ZERO)), DistributedLock::tryAcquireNow);
        } catch (InterruptedException impossible) {
            throw new AssertionError("An uninterruptible wait was interrupted.", impossible);
        }
    }

    @Override
    public Optional<MultiLease> tryAcquire(LockOptions asked) throws InterruptedException {
        return acquire(request(asked), DistributedLock::tryAcquire);
    }

    @Override
    public CompletableFuture<MultiLease> acquireAsync() {
        return acquireAsync(options);
    }

    @Override
    public CompletableFuture<MultiLease> acquireAsync(LockOptions asked) {
        return new MultiAcquisition(locks, request(asked)).start();
    }

    private MultiRequest request(LockOptions asked) {
        return MultiRequest.of(asked.over(options), locks.size() == 1, clock);
    }

    private Optional<MultiLease> acquire(MultiRequest request, Step step) throws InterruptedException {
        while (true) {
            List<Lease> held = new ArrayList<>();
            try {
                for (DistributedLock lock : locks) {
                    Optional<Lease> lease = step.acquire(lock, request.member());
                    if (lease.isEmpty()) {
                        release(held);
                        return Optional.empty();
                    }
                    held.add(lease.get());
                }
                return Optional.of(whole(held, request));
            } catch (LeaseLostException lost) {
                release(held);
                if (request.isOver()) {
                    throw lost;
                }
            } catch (LockTimeoutException late) {
                release(held);
                throw request.failure(late);
            } catch (Throwable failure) {
                release(held);
                throw failure;
            }
        }
    }

    /** All of them, if none was lost while others were waited for. */
    private static MultiLease whole(List<Lease> held, MultiRequest request) {
        try {
            settled(held, request).join();
        } catch (CompletionException failed) {
            throw Failures.of(failed);
        }
        MultiLease whole = new MultiLeaseHandle(held);
        whole.ensureHeld();
        request.options().onLost().ifPresent(whole::onLost);
        return whole;
    }

    /** Completes when all have the end that they are to have together. */
    static CompletableFuture<Void> settled(List<Lease> held, MultiRequest request) {
        return request.fixed()
                .map(length -> CompletableFuture.allOf(
                        held.stream().map(lease -> lease.extendAsync(length)).toArray(CompletableFuture<?>[]::new)))
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private static void release(List<Lease> held) {
        // A loss is of no interest now, and what could not be released is tried again in the background.
        Object unused =
                MultiLeaseHandle.closed(held).handle((none, failure) -> true).join();
    }

    @Override
    public String toString() {
        return "MultiLock" + names();
    }
}
