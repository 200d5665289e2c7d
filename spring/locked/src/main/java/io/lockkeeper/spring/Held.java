package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.MultiLease;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What was acquired for a call: one lease, or several that are held together. */
sealed interface Held {

    /** What {@link Locks#acquireAsync} gave. */
    static Held of(Object acquired) {
        return acquired instanceof Lease lease ? new One(lease) : new Several((MultiLease) acquired);
    }

    List<Lease> leases();

    /** As {@link Lease#close()}. */
    void close();

    /** As {@link Lease#closeAsync()}. */
    CompletableFuture<Void> closeAsync();

    /** As {@link Lease#onLost}. */
    void onLost(Consumer<LeaseLoss> listener);

    /** A single lease. */
    record One(Lease lease) implements Held {
        @Override
        public List<Lease> leases() {
            return List.of(lease);
        }

        @Override
        public void close() {
            lease.close();
        }

        @Override
        public CompletableFuture<Void> closeAsync() {
            return lease.closeAsync();
        }

        @Override
        public void onLost(Consumer<LeaseLoss> listener) {
            lease.onLost(listener);
        }
    }

    /** Several leases. */
    record Several(MultiLease all) implements Held {
        @Override
        public List<Lease> leases() {
            return all.leases();
        }

        @Override
        public void close() {
            all.close();
        }

        @Override
        public CompletableFuture<Void> closeAsync() {
            return all.closeAsync();
        }

        @Override
        public void onLost(Consumer<LeaseLoss> listener) {
            all.onLost(listener);
        }
    }
}
