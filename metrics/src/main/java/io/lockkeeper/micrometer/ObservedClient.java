package io.lockkeeper.micrometer;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Election;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.Guarantees;
import io.lockkeeper.HeldLock;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LockCatalogue;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockInspection;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockRecall;
import io.lockkeeper.MultiLock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A client whose locks are observed. */
final class ObservedClient implements LockClient {

    private final LockClient client;
    private final LockObservations observations;
    private final ThreadHolds threads = new ThreadHolds();

    ObservedClient(LockClient client, LockObservations observations) {
        this.client = client;
        this.observations = observations;
    }

    /** The client that is observed; one that is not observed is returned as it is. */
    static LockClient unwrapped(LockClient client) {
        LockClient inner = client;
        while (inner instanceof ObservedClient observed) {
            inner = observed.client;
        }
        return inner;
    }

    /** What threads own. */
    ThreadHolds threads() {
        return threads;
    }

    @Override
    public DistributedLock lock(String name, LockOptions options) {
        return new ObservedLock(client.lock(name, options), observations, threads);
    }

    @Override
    public MultiLock all(Collection<String> names, LockOptions options) {
        return new ObservedMultiLock(client.all(names, options), observations);
    }

    @Override
    public Election election(String name, LockOptions options) {
        return client.election(name, options);
    }

    @Override
    public Guarantees guarantees() {
        return client.guarantees();
    }

    @Override
    public Optional<LockCatalogue> catalogue() {
        return client.catalogue();
    }

    @Override
    public Optional<LockInspection> inspection() {
        return client.inspection();
    }

    @Override
    public boolean release(LeaseId lease) {
        return client.release(lease);
    }

    @Override
    public boolean extend(LeaseId lease, Duration lasting) {
        return client.extend(lease, lasting);
    }

    @Override
    public Optional<ForceRelease> forceRelease() {
        return client.forceRelease();
    }

    @Override
    public Optional<LockRecall> recall() {
        return client.recall();
    }

    @Override
    public List<HeldLock> held() {
        return client.held();
    }

    @Override
    public int waiting() {
        return client.waiting();
    }

    @Override
    public void close() {
        client.close();
    }

    @Override
    public void close(Duration atMost) {
        client.close(atMost);
    }

    @Override
    public String toString() {
        return client.toString();
    }
}
