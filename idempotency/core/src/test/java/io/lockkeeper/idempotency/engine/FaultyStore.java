package io.lockkeeper.idempotency.engine;

import io.lockkeeper.StoreUnavailableException;
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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** A store whose next requests have the fates that a test gives them. */
final class FaultyStore implements IdempotencyStore, ChangePush {

    private final IdempotencyStore sound;
    private final Map<String, Deque<Fate>> fates = new HashMap<>();
    private final Deque<Runnable> held = new ArrayDeque<>();
    final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    boolean watchThrows;
    int watches;

    FaultyStore(IdempotencyStore sound) {
        this.sound = sound;
    }

    /** What becomes of a request. */
    enum Fate {
        /** It arrives and is answered. */
        SOUND,
        /** It does not arrive, which is known. */
        REFUSED,
        /** It arrives, and its answer is lost. */
        ANSWER_LOST,
        /** It does not arrive, and nothing is heard of it. */
        SILENT,
        /** It arrives, and its answer comes when the test lets it. */
        HELD,
        /** It is refused for good. */
        FATAL,
        /** The store has a defect. */
        THROWS
    }

    /** The next requests of a kind, in this order. */
    void next(String kind, Fate... upcoming) {
        fates.computeIfAbsent(kind, none -> new ArrayDeque<>()).addAll(List.of(upcoming));
    }

    /** Answers what was held. */
    void answer() {
        held.remove().run();
    }

    long count(String kind) {
        return log.stream().filter(kind::equals).count();
    }

    private <A> CompletionStage<A> sent(String kind, Supplier<CompletionStage<A>> request) {
        log.add(kind);
        Deque<Fate> upcoming = fates.get(kind);
        Fate fate = upcoming == null || upcoming.isEmpty() ? Fate.SOUND : upcoming.remove();
        return switch (fate) {
            case SOUND -> request.get();
            case REFUSED -> CompletableFuture.failedStage(new StoreUnavailableException("refused", false, null));
            case ANSWER_LOST ->
                request.get()
                        .thenCompose(answer -> CompletableFuture.failedStage(
                                new StoreUnavailableException("the answer is lost", true, null)));
            case SILENT -> new CompletableFuture<>();
            case HELD -> held(request.get());
            case FATAL -> CompletableFuture.failedStage(new IllegalArgumentException("too large"));
            case THROWS -> throw new NoClassDefFoundError("a defect");
        };
    }

    private <A> CompletionStage<A> held(CompletionStage<A> answer) {
        CompletableFuture<A> late = new CompletableFuture<>();
        held.add(() -> answer.thenAccept(late::complete));
        return late;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(IdempotencyClaim claim) {
        return sent("claim", () -> sound.claim(claim));
    }

    @Override
    public CompletionStage<List<Ownership>> renew(List<LeaseRenewal> renewals) {
        return sent("renew", () -> sound.renew(renewals));
    }

    @Override
    public CompletionStage<ChangeAnswer> finish(Ownership owned, StoredEnd end) {
        return sent("finish", () -> sound.finish(owned, end));
    }

    @Override
    public CompletionStage<ChangeAnswer> note(Ownership owned, RecoveryPoint point) {
        return sent("note", () -> sound.note(owned, point));
    }

    @Override
    public CompletionStage<ChangeAnswer> release(Ownership owned) {
        return sent("release", () -> sound.release(owned));
    }

    @Override
    public CompletionStage<ChangeAnswer> withdraw(IdempotencyKey key, String owner) {
        return sent("withdraw", () -> sound.withdraw(key, owner));
    }

    @Override
    public Watch watch(IdempotencyKey key, Runnable onChange) {
        if (watchThrows) {
            throw new IllegalStateException("no watch");
        }
        Watch watch = ((ChangePush) sound).watch(key, onChange);
        watches++;
        return () -> {
            watches--;
            watch.close();
        };
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        return sound.catalogue();
    }

    @Override
    public void close() {
        log.add("close");
        sound.close();
    }
}
