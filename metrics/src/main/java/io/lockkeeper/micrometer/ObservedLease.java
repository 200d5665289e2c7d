package io.lockkeeper.micrometer;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LeaseRecall;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A lease whose end is the end of an observation. */
final class ObservedLease implements Lease {

    private final Lease lease;
    private final Holding holding;

    /** One more handle of what is observed already. */
    ObservedLease(Lease lease, Holding holding) {
        this.lease = lease;
        this.holding = holding;
    }

    /** Ends a wait with a lease. */
    static Lease acquired(Lease lease, Wait wait) {
        try {
            wait.acquired();
            Holding holding = wait.hold();
            lease.onLost(holding::lost);
            return new ObservedLease(lease, holding);
        } catch (
                Throwable
                        unexpected) { // A stack that overflows, say: who acquired the lock must be able to release it.
            return lease;
        }
    }

    @Override
    public String name() {
        return lease.name();
    }

    @Override
    public long token() {
        return lease.token();
    }

    @Override
    public LeaseId id() {
        return lease.id();
    }

    @Override
    public boolean isHeld() {
        return lease.isHeld();
    }

    @Override
    public Optional<Duration> remaining() {
        return lease.remaining();
    }

    @Override
    public void ensureHeld() {
        lease.ensureHeld();
    }

    @Override
    public void verify() {
        lease.verify();
    }

    @Override
    public Lease onLost(Consumer<LeaseLoss> listener) {
        lease.onLost(listener);
        return this;
    }

    @Override
    public Lease onRecalled(Consumer<LeaseRecall> listener) {
        lease.onRecalled(listener);
        return this;
    }

    @Override
    public void extend(Duration length) {
        lease.extend(length);
    }

    @Override
    public CompletableFuture<Void> extendAsync(Duration length) {
        return lease.extendAsync(length);
    }

    @Override
    public void letExpire() {
        try {
            lease.letExpire();
            holding.endsAs(lease.closeAsync()); // It was closed: this only says how.
        } catch (LeaseLostException loss) {
            holding.lost(loss.loss());
            throw loss;
        }
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        CompletableFuture<Void> closing = lease.closeAsync();
        holding.endsAs(closing.copy()); // Whatever the caller does to the future.
        return closing;
    }

    @Override
    public void close() {
        try {
            lease.close();
        } finally {
            holding.endsAs(lease.closeAsync()); // The outcome of the first call, which may have been another one.
        }
    }

    @Override
    public String toString() {
        return lease.toString();
    }
}
