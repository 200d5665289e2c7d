package io.lockkeeper.memory;

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

/** A sound client behind a fault that overrides what it breaks. */
class PassedClient implements LockClient {

    final LockClient sound;

    PassedClient(LockClient sound) {
        this.sound = sound;
    }

    /** What a fault does to every lock. */
    DistributedLock passed(DistributedLock lock) {
        return lock;
    }

    @Override
    public DistributedLock lock(String name, LockOptions options) {
        return passed(sound.lock(name, options));
    }

    @Override
    public MultiLock all(Collection<String> names, LockOptions options) {
        return sound.all(names, options);
    }

    @Override
    public Election election(String name, LockOptions options) {
        return sound.election(name, options);
    }

    @Override
    public void close(Duration atMost) {
        sound.close(atMost);
    }

    @Override
    public Guarantees guarantees() {
        return sound.guarantees();
    }

    @Override
    public Optional<LockCatalogue> catalogue() {
        return sound.catalogue();
    }

    @Override
    public Optional<ForceRelease> forceRelease() {
        return sound.forceRelease();
    }

    @Override
    public Optional<LockRecall> recall() {
        return sound.recall();
    }

    @Override
    public Optional<LockInspection> inspection() {
        return sound.inspection();
    }

    @Override
    public boolean release(LeaseId lease) {
        return sound.release(lease);
    }

    @Override
    public boolean extend(LeaseId lease, Duration lasting) {
        return sound.extend(lease, lasting);
    }

    @Override
    public List<HeldLock> held() {
        return sound.held();
    }

    @Override
    public int waiting() {
        return sound.waiting();
    }

    @Override
    public void close() {
        sound.close();
    }
}
