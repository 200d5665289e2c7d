package io.lockkeeper.engine;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.MultiLease;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An acquisition of several locks that blocks no thread. */
final class MultiAcquisition {

    private final List<DistributedLock> locks;
    private final MultiRequest request;
    private final CompletableFuture<MultiLease> result = new CompletableFuture<>();

    // Guarded by this object.
    private List<Lease> held = new ArrayList<>();
    private @Nullable CompletableFuture<Lease> asked;

    private volatile @Nullable MultiLease whole;

    MultiAcquisition(List<DistributedLock> locks, MultiRequest request) {
        this.locks = locks;
        this.request = request;
    }

    CompletableFuture<MultiLease> start() {
        CompletableFuture<MultiLease> unused = result.whenComplete((lease, failure) -> {
            if (lease == null || lease != whole) {
                withdraw(); // It was cancelled, or completed by its user.
            }
        });
        next();
        return result;
    }

    private void next() {
        CompletableFuture<Lease> next;
        try {
            next = locks.get(count()).acquireAsync(request.member());
        } catch (RuntimeException | Error failure) {
            failed(failure);
            return;
        }
        synchronized (this) {
            asked = next;
        }
        if (result.isDone()) {
            next.cancel(true);
        }
        CompletableFuture<Lease> unused = next.whenComplete((lease, failure) -> {
            if (lease == null) {
                failed(failure);
            } else if (!add(lease)) {
                release(List.of(lease));
            } else if (count() < locks.size()) {
                next();
            } else {
                settle();
            }
        });
    }

    private synchronized int count() {
        return held.size();
    }

    /** False if nobody wants it any more. */
    private synchronized boolean add(Lease lease) {
        return !result.isDone() && held.add(lease);
    }

    private synchronized List<Lease> taken() {
        List<Lease> taken = held;
        held = new ArrayList<>();
        return taken;
    }

    private void settle() {
        List<Lease> all = snapshot();
        CompletableFuture<Void> unused = EngineMultiLock.settled(all, request).whenComplete((none, failure) -> {
            MultiLease lease = new MultiLeaseHandle(all);
            try {
                if (failure != null) {
                    throw Failures.of(failure);
                }
                lease.ensureHeld();
                request.options().onLost().ifPresent(lease::onLost);
            } catch (RuntimeException lost) {
                failed(lost);
                return;
            }
            whole = lease;
            result.complete(lease); // If nobody wants it any more, what withdraws it releases them.
        });
    }

    private synchronized List<Lease> snapshot() {
        return List.copyOf(held);
    }

    private void failed(@Nullable Throwable failure) {
        RuntimeException why = Failures.of(failure);
        boolean again = why instanceof LeaseLostException && !request.isOver();
        CompletableFuture<Void> unused = MultiLeaseHandle.closed(taken()).whenComplete((none, alsoFailed) -> {
            if (again && !result.isDone()) {
                next();
            } else {
                result.completeExceptionally(request.failure(why));
            }
        });
    }

    private void withdraw() {
        CompletableFuture<Lease> waiting;
        synchronized (this) {
            waiting = asked;
        }
        if (waiting != null) {
            waiting.cancel(true);
        }
        release(taken());
    }

    private static void release(List<Lease> leases) {
        CompletableFuture<Void> unused = MultiLeaseHandle.closed(leases);
    }
}
