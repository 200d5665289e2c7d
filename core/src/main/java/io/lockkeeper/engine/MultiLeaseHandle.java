package io.lockkeeper.engine;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseRecall;
import io.lockkeeper.MultiLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Leases as one. What listens to them does not refer to this, so that a handle that was forgotten can be seen. */
final class MultiLeaseHandle implements MultiLease {

    private final List<Lease> leases;
    private final AtomicBoolean closing = new AtomicBoolean();

    private MultiLeaseHandle(List<Lease> leases) {
        this.leases = List.copyOf(leases);
    }

    /** For who acquired them, and is to close them. */
    static MultiLease acquired(List<Lease> leases, MultiRequest request) {
        MultiLeaseHandle handle = new MultiLeaseHandle(leases);
        if (request.options().interruptOnLoss()) {
            leases.forEach(LeaseHandle::interruptOnLoss);
        }
        request.options().onLost().ifPresent(handle::onLost);
        return handle;
    }

    @Override
    public List<Lease> leases() {
        return leases;
    }

    @Override
    public Lease lease(String name) {
        for (Lease lease : leases) {
            if (lease.name().equals(name)) {
                return lease;
            }
        }
        throw new IllegalArgumentException("The lock '" + name + "' is not one of " + this + ".");
    }

    @Override
    public boolean isHeld() {
        for (Lease lease : leases) {
            if (!lease.isHeld()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Optional<Duration> remaining() {
        Duration least = null;
        for (Lease lease : leases) {
            Duration left = lease.remaining().orElse(null);
            if (left != null && (least == null || left.compareTo(least) < 0)) {
                least = left;
            }
        }
        return Optional.ofNullable(least);
    }

    @Override
    public void ensureHeld() {
        for (Lease lease : leases) {
            lease.ensureHeld();
        }
    }

    @Override
    public void verify() {
        for (Lease lease : leases) {
            lease.verify();
        }
    }

    @Override
    public MultiLease onLost(Consumer<LeaseLoss> listener) {
        // Also if this is closed before the listener runs: the loss came first.
        Consumer<LeaseLoss> first = once(listener);
        for (Lease lease : leases) {
            lease.onLost(first);
        }
        return this;
    }

    @Override
    public MultiLease onRecalled(Consumer<LeaseRecall> listener) {
        AtomicBoolean ended = closing;
        Consumer<LeaseRecall> first = once(recall -> {
            if (!ended.get()) { // Whoever closes it gives up what the recall asks for.
                listener.accept(recall);
            }
        });
        for (Lease lease : leases) {
            lease.onRecalled(first);
        }
        return this;
    }

    private static <T> Consumer<T> once(Consumer<T> listener) {
        AtomicBoolean told = new AtomicBoolean();
        return news -> {
            if (told.compareAndSet(false, true)) {
                listener.accept(news);
            }
        };
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        closing.set(true);
        return Copies.of(closed(leases), LeaseHandle.callbacks(leases.get(0)));
    }

    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        if (leases.size() == 1) {
            leases.get(0).close();
            return;
        }
        try {
            closed(leases).join();
        } catch (CompletionException failed) {
            throw Failures.of(failed);
        }
    }

    /** Releases leases, the last one first. Completes on a thread of the store: not for users. */
    static CompletableFuture<Void> closed(List<Lease> leases) {
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        for (int at = leases.size() - 1; at >= 0; at--) {
            answers.add(0, released(leases.get(at)));
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .handle((none, failed) -> {
                    if (failed != null) {
                        throw firstOf(answers);
                    }
                    return null;
                });
    }

    private static CompletableFuture<Void> released(Lease lease) {
        try {
            return LeaseHandle.released(lease);
        } catch (Throwable unexpected) { // No memory, say: the others are released all the same.
            return CompletableFuture.failedFuture(unexpected);
        }
    }

    private static RuntimeException firstOf(List<CompletableFuture<Void>> answers) {
        RuntimeException first = null;
        for (CompletableFuture<Void> answer : answers) {
            @Nullable
            Throwable failed = answer.handle((none, failure) -> failure).join();
            if (failed != null) {
                RuntimeException failure = Failures.forCaller(Failures.of(failed));
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        return first == null ? new IllegalStateException("None of the releases failed.") : first;
    }

    @Override
    public String toString() {
        return leases.stream().map(Lease::name).toList().toString();
    }
}
