package io.lockkeeper.engine;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.MultiLease;
import io.lockkeeper.MultiLock;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Several locks of one client, sorted by name, so that nobody waits for a lock whose holder waits for one that is held here. */
final class EngineMultiLock implements MultiLock {

    /** How long a failed acquisition waits for the release of what it had: a store that is not in trouble takes less. */
    private static final long LONGEST_FAREWELL = 1_000_000_000;

    private final EngineClient client;
    private final List<DistributedLock> locks;
    private final LockOptions options;

    private EngineMultiLock(EngineClient client, List<DistributedLock> locks, LockOptions options) {
        this.client = client;
        this.locks = locks;
        this.options = options;
    }

    /** Acquires one of the locks, or does not within its time. */
    private interface Step {
        Optional<Lease> acquire(DistributedLock lock, LockOptions asked) throws InterruptedException;
    }

    static EngineMultiLock of(EngineClient client, Collection<String> names, LockOptions options) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("At least one name is needed to acquire several locks together.");
        }
        List<DistributedLock> locks =
                new ArrayList<>(names.size()); // No stream: a short run of a command would pay for it.
        for (String name : new TreeSet<>(names)) {
            locks.add(client.lock(name));
        }
        EngineMultiLock lock = new EngineMultiLock(client, locks, options);
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
        return acquire(request(asked.over(options)), (lock, member) -> Optional.of(lock.acquire(member)));
    }

    @Override
    public Optional<MultiLease> tryAcquire() {
        try {
            return tryAcquire(request(options.withMaxWait(Duration.ZERO)), DistributedLock::tryAcquireNow);
        } catch (InterruptedException impossible) {
            throw new AssertionError("An uninterruptible wait was interrupted.", impossible);
        }
    }

    @Override
    public Optional<MultiLease> tryAcquire(LockOptions asked) throws InterruptedException {
        return tryAcquire(request(asked.over(options)), DistributedLock::tryAcquire);
    }

    private Optional<MultiLease> tryAcquire(MultiRequest request, Step step) throws InterruptedException {
        try {
            return Optional.of(acquire(request, step));
        } catch (LockTimeoutException late) {
            return Optional.empty();
        }
    }

    @Override
    public CompletableFuture<MultiLease> acquireAsync() {
        return acquireAsync(options);
    }

    @Override
    public CompletableFuture<MultiLease> acquireAsync(LockOptions asked) {
        return new MultiAcquisition(this, request(asked.over(options))).start();
    }

    List<DistributedLock> locks() {
        return locks;
    }

    Context context() {
        return client.context();
    }

    private MultiRequest request(LockOptions asked) {
        client.checkFit(locks.get(0).name(), asked);
        return MultiRequest.of(asked, locks.size() == 1, client::now);
    }

    private MultiLease acquire(MultiRequest request, Step step) throws InterruptedException {
        while (true) {
            List<Lease> held = new ArrayList<>(locks.size());
            Optional<Lease> lost;
            try {
                for (DistributedLock lock : locks) {
                    held.add(step.acquire(lock, request.member()).orElseThrow(() -> request.late(lock.name(), null)));
                }
                lost = lost(held);
                if (lost.isEmpty()) {
                    settled(held, request).join();
                    return MultiLeaseHandle.acquired(held, request);
                }
            } catch (LockTimeoutException late) {
                LockTimeoutException whole =
                        request.late(late.name(), late.holder().orElse(null));
                farewell(held).join();
                throw whole;
            } catch (Throwable failure) {
                farewell(held).join();
                throw failure;
            }
            boolean over = request.isOver();
            farewell(held).join();
            if (over) {
                throw request.late(lost.get().name(), null);
            }
        }
    }

    /** Which of them was lost while others were waited for. */
    static Optional<Lease> lost(List<Lease> held) {
        for (Lease lease : held) {
            if (!lease.isHeld()) {
                return Optional.of(lease);
            }
        }
        return Optional.empty();
    }

    /**
     * Completes when all have the end that they are to have together. What the store did not answer ends then all the
     * same, or sooner; what was lost meanwhile is told as every loss.
     */
    static CompletableFuture<Void> settled(List<Lease> held, MultiRequest request) {
        Optional<Duration> length = request.fixed();
        if (length.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.allOf(held.stream()
                        .map(lease -> LeaseHandle.extended(lease, length.get()))
                        .toArray(CompletableFuture<?>[]::new))
                .handle((none, failure) -> null);
    }

    /** Completes when leases are released, or soon if the store does not answer: they are released in the background then. */
    CompletableFuture<Void> farewell(List<Lease> held) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        if (held.isEmpty()) {
            over.complete(null);
            return over;
        }
        Timer.@Nullable Scheduled late = atLatest(over);
        CompletableFuture<Void> unused = MultiLeaseHandle.closed(held).whenComplete((none, failure) -> {
            if (late != null) {
                late.cancel();
            }
            over.complete(null); // A loss is of no interest now.
        });
        if (late == null) {
            over.complete(null); // Then nobody waits for the store.
        }
        return over;
    }

    private Timer.@Nullable Scheduled atLatest(CompletableFuture<Void> over) {
        try {
            return context().after(LONGEST_FAREWELL, () -> over.complete(null));
        } catch (Throwable noTimer) { // No memory, say.
            return null;
        }
    }

    @Override
    public String toString() {
        return "MultiLock" + names();
    }
}
