package io.lockkeeper.engine;

import io.lockkeeper.Lease;
import io.lockkeeper.MultiLease;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An acquisition of several locks that blocks no thread. What its user sees completes on a thread for users' code. */
final class MultiAcquisition {

    private final EngineMultiLock lock;
    private final MultiRequest request;
    private final CompletableFuture<MultiLease> result = new CompletableFuture<>();
    private volatile @Nullable MultiLease whole;

    // Guarded by this object.
    private List<Lease> held = new ArrayList<>();
    private @Nullable CompletableFuture<Lease> asked;

    MultiAcquisition(EngineMultiLock lock, MultiRequest request) {
        this.lock = lock;
        this.request = request;
    }

    CompletableFuture<MultiLease> start() {
        CompletableFuture<MultiLease> unused = result.whenComplete((lease, failure) -> {
            if (lease == null || lease != whole) {
                withdraw(); // It was cancelled, or completed by its user.
            }
        });
        advance();
        return result;
    }

    /** Asks for one lock after the other, until an answer takes its time. */
    private void advance() {
        try {
            boolean goesOn = true;
            while (goesOn) {
                CompletableFuture<Lease> next = lock.locks().get(count()).acquireAsync(request.member());
                synchronized (this) {
                    asked = next;
                }
                if (result.isDone()) {
                    next.cancel(true);
                }
                goesOn = next.isDone() && answered(next);
                if (!next.isDone()) {
                    CompletableFuture<Lease> unused = next.whenComplete((lease, failure) -> proceed(next));
                }
            }
        } catch (Throwable failure) { // Or nobody would ever be told.
            failed(failure);
        }
    }

    private void proceed(CompletableFuture<Lease> answer) {
        try {
            if (answered(answer)) {
                advance();
            }
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    /** Whether the next lock is to be asked for. */
    private boolean answered(CompletableFuture<Lease> answer) {
        @Nullable Throwable failure = answer.handle((lease, failed) -> failed).join();
        if (failure != null) {
            failed(failure);
            return false;
        }
        Lease lease = answer.join();
        if (!add(lease)) {
            CompletableFuture<Void> unused = MultiLeaseHandle.closed(List.of(lease));
            return false;
        }
        if (count() < lock.locks().size()) {
            return true;
        }
        complete();
        return false;
    }

    private synchronized int count() {
        return held.size();
    }

    /** False if nobody wants it any more. */
    private synchronized boolean add(Lease lease) {
        return !result.isDone() && held.add(lease);
    }

    private synchronized List<Lease> snapshot() {
        return List.copyOf(held);
    }

    private synchronized List<Lease> taken() {
        List<Lease> taken = held;
        held = new ArrayList<>();
        return taken;
    }

    private void complete() {
        List<Lease> all = snapshot();
        Optional<Lease> lost = EngineMultiLock.lost(all);
        if (lost.isPresent()) {
            startOver(lost.get().name());
        } else {
            CompletableFuture<Void> unused = EngineMultiLock.settled(all, request)
                    .whenComplete((none, failure) -> {
                        try {
                            lock.context().callbacks().execute(() -> deliver(all));
                        } catch (Throwable refused) { // No memory for a thread, say: nobody would take them.
                            failed(refused);
                        }
                    });
        }
    }

    private void deliver(List<Lease> all) {
        MultiLease lease;
        try {
            lease = MultiLeaseHandle.acquired(all, request);
        } catch (Throwable failure) {
            failed(failure);
            return;
        }
        whole = lease;
        result.complete(lease); // Or who withdrew it has released them.
    }

    private void startOver(String lost) {
        boolean over = request.isOver();
        afterRelease(() -> {
            if (over) {
                result.completeExceptionally(request.late(lost, null));
            } else if (!result.isDone()) {
                advance();
            }
        });
    }

    private void failed(Throwable failure) {
        RuntimeException why = request.failure(Failures.of(failure));
        afterRelease(() -> result.completeExceptionally(why));
    }

    private void afterRelease(Runnable then) {
        CompletableFuture<Void> unused = lock.farewell(taken())
                .whenComplete((none, failure) -> Copies.run(lock.context().callbacks(), then));
    }

    private void withdraw() {
        CompletableFuture<Lease> waiting;
        synchronized (this) {
            waiting = asked;
        }
        if (waiting != null) {
            waiting.cancel(true);
        }
        CompletableFuture<Void> unused = MultiLeaseHandle.closed(taken());
    }
}
