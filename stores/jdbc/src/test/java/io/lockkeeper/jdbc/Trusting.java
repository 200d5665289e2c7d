package io.lockkeeper.jdbc;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseRecall;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A lease that believes in itself, whatever the clock says: what a process holds that was paused after it had looked. */
record Trusting(Lease lease) implements Lease {

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
    public void extend(Duration lasting) {
        lease.extend(lasting);
    }

    @Override
    public CompletableFuture<Void> extendAsync(Duration lasting) {
        return lease.extendAsync(lasting);
    }

    @Override
    public void letExpire() {
        lease.letExpire();
    }

    @Override
    public boolean isHeld() {
        return true;
    }

    @Override
    public Optional<Duration> remaining() {
        return Optional.empty();
    }

    @Override
    public void ensureHeld() {}

    @Override
    public void verify() {}

    @Override
    public Lease onLost(Consumer<LeaseLoss> listener) {
        return this;
    }

    @Override
    public Lease onRecalled(Consumer<LeaseRecall> listener) {
        return this;
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        return lease.closeAsync();
    }

    @Override
    public void close() {
        lease.close();
    }
}
