package io.lockkeeper.micrometer;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseRecall;
import io.lockkeeper.MultiLease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Leases whose first end is the end of an observation: from then on, not all of them are held. */
final class ObservedMultiLease implements MultiLease {

    private final MultiLease all;
    private final Holding holding;

    private ObservedMultiLease(MultiLease all, Holding holding) {
        this.all = all;
        this.holding = holding;
    }

    /** Ends a wait with leases. */
    static MultiLease acquired(MultiLease all, Wait wait) {
        try {
            wait.acquired();
            Holding holding = wait.hold();
            all.onLost(holding::lost);
            return new ObservedMultiLease(all, holding);
        } catch (Throwable unexpected) { // As for one lease.
            return all;
        }
    }

    @Override
    public List<Lease> leases() {
        return all.leases().stream().map(this::observed).toList();
    }

    @Override
    public Lease lease(String name) {
        return observed(all.lease(name));
    }

    private Lease observed(Lease lease) {
        return new ObservedLease(lease, holding);
    }

    @Override
    public boolean isHeld() {
        return all.isHeld();
    }

    @Override
    public Optional<Duration> remaining() {
        return all.remaining();
    }

    @Override
    public void ensureHeld() {
        all.ensureHeld();
    }

    @Override
    public void verify() {
        all.verify();
    }

    @Override
    public MultiLease onLost(Consumer<LeaseLoss> listener) {
        all.onLost(listener);
        return this;
    }

    @Override
    public MultiLease onRecalled(Consumer<LeaseRecall> listener) {
        all.onRecalled(listener);
        return this;
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        CompletableFuture<Void> closing = all.closeAsync();
        holding.endsAs(closing.copy());
        return closing;
    }

    @Override
    public void close() {
        try {
            all.close();
        } finally {
            holding.endsAs(all.closeAsync());
        }
    }

    @Override
    public String toString() {
        return all.toString();
    }
}
