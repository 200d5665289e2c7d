package io.lockkeeper.idempotency.contract;

import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ChangePush;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Passes everything to a sound store; faults override what they break. */
class PassedStore implements IdempotencyStore, ChangePush {

    final IdempotencyStore sound;

    PassedStore(IdempotencyStore sound) {
        this.sound = sound;
    }

    /** What the sound store answers, which it does at once. */
    static <A> A now(CompletionStage<A> stage) {
        return stage.toCompletableFuture().join();
    }

    /** Frees a key whoever owns it. */
    void free(IdempotencyKey key) {
        sound.catalogue()
                .find(key)
                .ifPresent(
                        record -> sound.catalogue().free(key, record.attempt().token()));
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(IdempotencyClaim claim) {
        return sound.claim(claim);
    }

    @Override
    public CompletionStage<List<Ownership>> renew(List<LeaseRenewal> renewals) {
        return sound.renew(renewals);
    }

    @Override
    public CompletionStage<ChangeAnswer> finish(Ownership owned, StoredEnd end) {
        return sound.finish(owned, end);
    }

    @Override
    public CompletionStage<ChangeAnswer> note(Ownership owned, RecoveryPoint point) {
        return sound.note(owned, point);
    }

    @Override
    public CompletionStage<ChangeAnswer> release(Ownership owned) {
        return sound.release(owned);
    }

    @Override
    public CompletionStage<ChangeAnswer> withdraw(IdempotencyKey key, String owner) {
        return sound.withdraw(key, owner);
    }

    @Override
    public Watch watch(IdempotencyKey key, Runnable onChange) {
        return ((ChangePush) sound).watch(key, onChange);
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        return sound.catalogue();
    }

    @Override
    public void close() {
        sound.close();
    }
}
