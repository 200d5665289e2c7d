package io.lockkeeper.memory;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseRecall;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import io.lockkeeper.MultiLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Several locks as somebody might take them in a hurry: in the order of their names' arrival, keeping what was had before a
 * failure, hearing of no loss, and releasing the first.
 *
 * @param client whose locks
 * @param names in the order in which they are acquired
 * @param options of each
 */
record SloppyMultiLock(LockClient client, List<String> names, LockOptions options) implements MultiLock {

    @Override
    public MultiLease acquire() throws InterruptedException {
        return acquire(options.withInterruptOnLoss(false));
    }

    @Override
    public MultiLease acquire(LockOptions asked) throws InterruptedException {
        List<Lease> leases = new ArrayList<>();
        for (String name : names) {
            leases.add(client.lock(name).acquire(asked.withInterruptOnLoss(false)));
        }
        return new Leases(leases);
    }

    @Override
    public Optional<MultiLease> tryAcquire() {
        List<Lease> leases = new ArrayList<>();
        for (String name : names) {
            client.lock(name).tryAcquireNow(options).ifPresent(leases::add);
        }
        return leases.size() == names.size() ? Optional.of(new Leases(leases)) : Optional.empty();
    }

    @Override
    public Optional<MultiLease> tryAcquire(LockOptions asked) throws InterruptedException {
        return Optional.of(acquire(asked));
    }

    @Override
    public CompletableFuture<MultiLease> acquireAsync() {
        return acquireAsync(options);
    }

    @Override
    public CompletableFuture<MultiLease> acquireAsync(LockOptions asked) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return acquire(asked);
            } catch (InterruptedException interrupted) {
                throw new CompletionException(interrupted);
            }
        });
    }

    private record Leases(List<Lease> leases) implements MultiLease {

        @Override
        public Lease lease(String name) {
            return leases.get(0);
        }

        @Override
        public boolean isHeld() {
            return leases.get(0).isHeld();
        }

        @Override
        public Optional<Duration> remaining() {
            return leases.get(0).remaining();
        }

        @Override
        public void ensureHeld() {
            leases.forEach(Lease::ensureHeld);
        }

        @Override
        public void verify() {}

        @Override
        public MultiLease onLost(Consumer<LeaseLoss> listener) {
            return this;
        }

        @Override
        public MultiLease onRecalled(Consumer<LeaseRecall> listener) {
            return this;
        }

        @Override
        public CompletableFuture<Void> closeAsync() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void close() {
            leases.get(0).close();
        }
    }
}
