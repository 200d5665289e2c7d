package io.lockkeeper.micrometer;

import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import io.lockkeeper.MultiLock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Several locks whose acquisitions are observed as one. */
final class ObservedMultiLock implements MultiLock {

    private final MultiLock all;
    private final LockObservations observations;

    ObservedMultiLock(MultiLock all, LockObservations observations) {
        this.all = all;
        this.observations = observations;
    }

    @Override
    public List<String> names() {
        return all.names();
    }

    private <E extends Exception> MultiLease acquired(Wait.Step<MultiLease, E> acquisition) throws E {
        Wait wait = observations.await(names());
        return ObservedMultiLease.acquired(wait.within(acquisition), wait);
    }

    private <E extends Exception> Optional<MultiLease> tried(Wait.Step<Optional<MultiLease>, E> acquisition) throws E {
        Wait wait = observations.await(names());
        Optional<MultiLease> leases = wait.within(acquisition);
        if (leases.isEmpty()) {
            wait.refused();
            return leases;
        }
        return Optional.of(ObservedMultiLease.acquired(leases.get(), wait));
    }

    private CompletableFuture<MultiLease> begun(
            Wait.Step<CompletableFuture<MultiLease>, RuntimeException> acquisition) {
        Wait wait = observations.await(names());
        return wait.async(acquisition, leases -> ObservedMultiLease.acquired(leases, wait), ObservedMultiLock::release);
    }

    private static void release(MultiLease leases) {
        CompletableFuture<Void> unused = leases.closeAsync();
    }

    @Override
    public MultiLease acquire() throws InterruptedException {
        return acquired(() -> all.acquire());
    }

    @Override
    public MultiLease acquire(LockOptions options) throws InterruptedException {
        return acquired(() -> all.acquire(options));
    }

    @Override
    public Optional<MultiLease> tryAcquire() {
        return tried(() -> all.tryAcquire());
    }

    @Override
    public Optional<MultiLease> tryAcquire(LockOptions options) throws InterruptedException {
        return tried(() -> all.tryAcquire(options));
    }

    @Override
    public CompletableFuture<MultiLease> acquireAsync() {
        return begun(() -> all.acquireAsync());
    }

    @Override
    public CompletableFuture<MultiLease> acquireAsync(LockOptions options) {
        return begun(() -> all.acquireAsync(options));
    }

    @Override
    public String toString() {
        return all.toString();
    }
}
