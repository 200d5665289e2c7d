package io.lockkeeper.memory;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.BlockingCalls;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.RecallPush;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A memory store that breaks a promise: a fault overrides one of the {@code on…} methods, which answer at once. */
class Tampered implements Store, AdjustableLease, BlockingCalls, RecallPush, Exchange, Catalogue, Revocation {

    final MemoryStore sound;

    Tampered(MemoryStore sound) {
        this.sound = sound;
    }

    ClaimOutcome onClaim(Claim claim) {
        return now(sound.claim(claim));
    }

    RenewalOutcome onRenew(Collection<Renewal> renewals) {
        return now(sound.renew(renewals));
    }

    boolean onSetLease(Grant grant, Duration lease) {
        return now(sound.setLease(grant, lease));
    }

    ReleaseOutcome onRelease(Grant grant) {
        return now(sound.release(grant));
    }

    void onWithdraw(Claim claim, boolean outcomeUnknown) {
        now(sound.withdraw(claim, outcomeUnknown));
    }

    Signals onSignals(Signals signals) {
        return signals;
    }

    Exchanged onExchange(Grant grant, Claim next) {
        return now(sound.exchange(grant, next));
    }

    Optional<Holder> onRevoke(String name) {
        return now(sound.revoke(name));
    }

    Optional<Holder> onRevoke(String name, Holding only) {
        return now(sound.revoke(name, only));
    }

    Optional<Asked> onRecall(String name, @Nullable Holding only) {
        return now(sound.recall(name, only));
    }

    boolean onIsRecalled(Grant grant) {
        return now(sound.isRecalled(grant));
    }

    List<LockStatus> onList(String prefix, int limit) {
        return now(sound.list(prefix, limit));
    }

    Optional<LockStatus> onInspect(String name) {
        return now(sound.inspect(name));
    }

    /** Who holds a lock, by the sound store. */
    Optional<Holder> holder(String name) {
        return now(sound.inspect(name)).flatMap(LockStatus::holder);
    }

    static <T> T now(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static <T> CompletionStage<T> answer(Supplier<T> call) {
        return CompletableFuture.completedFuture(call.get());
    }

    @Override
    public Guarantees guarantees() {
        return sound.guarantees();
    }

    /** It never waits for anything. */
    @Override
    public Store blocking() {
        return this;
    }

    @Override
    public Duration longestCall() {
        return Duration.ZERO;
    }

    @Override
    public final CompletionStage<ClaimOutcome> claim(Claim claim) {
        return answer(() -> onClaim(claim));
    }

    @Override
    public final CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        return answer(() -> onRenew(renewals));
    }

    @Override
    public final CompletionStage<Boolean> setLease(Grant grant, Duration lease) {
        return answer(() -> onSetLease(grant, lease));
    }

    @Override
    public final CompletionStage<ReleaseOutcome> release(Grant grant) {
        return answer(() -> onRelease(grant));
    }

    @Override
    public final CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        return CompletableFuture.completedFuture(true).thenAccept(now -> onWithdraw(claim, outcomeUnknown));
    }

    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        return sound.listen(client, onSignals(signals));
    }

    @Override
    public final CompletionStage<Exchanged> exchange(Grant grant, Claim next) {
        return answer(() -> onExchange(grant, next));
    }

    @Override
    public final CompletionStage<Optional<Holder>> revoke(String name, @Nullable Holding only) {
        return answer(() -> only == null ? onRevoke(name) : onRevoke(name, only));
    }

    @Override
    public final CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return answer(() -> onRecall(name, only));
    }

    @Override
    public final CompletionStage<Boolean> isRecalled(Grant grant) {
        return answer(() -> onIsRecalled(grant));
    }

    @Override
    public final CompletionStage<List<LockStatus>> list(String prefix, int limit) {
        return answer(() -> onList(prefix, limit));
    }

    @Override
    public final CompletionStage<Optional<LockStatus>> inspect(String name) {
        return answer(() -> onInspect(name));
    }

    @Override
    public void close() {
        sound.close();
    }
}
