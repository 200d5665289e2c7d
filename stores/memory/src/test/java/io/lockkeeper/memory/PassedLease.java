package io.lockkeeper.memory;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseRecall;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A sound lease behind a fault that overrides what it breaks. */
class PassedLease implements Lease {

    private final Lease sound;

    PassedLease(Lease sound) {
        this.sound = sound;
    }

    @Override
    public String name() {
        return sound.name();
    }

    @Override
    public long token() {
        return sound.token();
    }

    @Override
    public LeaseId id() {
        return sound.id();
    }

    @Override
    public void extend(Duration lease) {
        sound.extend(lease);
    }

    @Override
    public CompletableFuture<Void> extendAsync(Duration lease) {
        return sound.extendAsync(lease);
    }

    @Override
    public void letExpire() {
        sound.letExpire();
    }

    @Override
    public boolean isHeld() {
        return sound.isHeld();
    }

    @Override
    public Optional<Duration> remaining() {
        return sound.remaining();
    }

    @Override
    public void ensureHeld() {
        sound.ensureHeld();
    }

    @Override
    public void verify() {
        sound.verify();
    }

    @Override
    public Lease onLost(Consumer<LeaseLoss> listener) {
        sound.onLost(listener);
        return this;
    }

    @Override
    public Lease onRecalled(Consumer<LeaseRecall> listener) {
        sound.onRecalled(listener);
        return this;
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        return sound.closeAsync();
    }

    @Override
    public void close() {
        sound.close();
    }
}
