package io.lockkeeper.idempotency.engine;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.OutcomeFormat.Stored;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.StoredEnd;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An operation that owns its key: renewed from the grant on, until it is finished, released or left. It ends once. */
final class Running {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    /** For how long an outcome is sent again, at least, after the caller was told that it is not stored. */
    private static final Duration LONG = Duration.ofMinutes(1);

    private final LeasedEngine engine;
    private final IdempotentCall<?> call;
    private final Grant grant;
    private final Flight flight;
    private final LiveAttempt attempt;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    Running(LeasedEngine engine, IdempotentCall<?> call, Grant grant, Flight flight) {
        this.engine = engine;
        this.call = call;
        this.grant = grant;
        this.flight = flight;
        Ownership ownership =
                new Ownership(call.key(), grant.owner(), grant.granted().token());
        this.attempt = new LiveAttempt(ownership, grant.granted(), call.options(), grant.sent(), engine);
        // The operation may go on for ever: those who follow it ask the store, which knows better.
        attempt.atLoss(() -> flight.land(Landing.OPEN));
        engine.started(this);
    }

    /**
     * How an operation came to own its key.
     *
     * @param owner the owner of the claim
     * @param granted the answer
     * @param sent when the claim was sent, by the ticker
     */
    record Grant(String owner, ClaimAnswer.Granted granted, long sent) {}

    /** The answer to a change, and what those who follow see of it. */
    private record Confirmed(ChangeAnswer answer, Landing landing) {

        static Confirmed of(ChangeAnswer answer, Landing done) {
            return new Confirmed(answer, answer == ChangeAnswer.DONE ? done : Landing.OPEN);
        }
    }

    LiveAttempt attempt() {
        return attempt;
    }

    /** Completes when nothing more is to be done for this operation. */
    CompletableFuture<Void> over() {
        return over;
    }

    Duration duration() {
        return Duration.ofNanos(engine.ticker().nanos() - grant.sent());
    }

    /** Nobody waits for the operation any more, and it did not begin: the key is as it was before the claim. */
    void abandon() {
        if (ends()) {
            end(Landing.OPEN);
            engine.withdraw(call.key(), grant.owner(), call.options().lease());
        }
    }

    /** The operation goes on elsewhere, or nobody knows: the lease is left to expire. */
    void leave() {
        if (ends()) {
            end(Landing.OPEN);
        }
    }

    /**
     * The operation failed, and the key is free again. Fails if the store does not confirm it in time. If it is lost, an earlier copy of
     * the request may have freed it.
     */
    CompletionStage<ChangeAnswer> release() {
        return confirmed(() -> sent(() -> engine.store().release(attempt.ownership()))
                .thenApply(answer -> Confirmed.of(answer, Landing.OPEN)));
    }

    /** The operation failed, and its failure is the outcome. */
    CompletionStage<ChangeAnswer> reject(Stored failure) {
        return finish(IdempotencyState.REJECTED, OutcomeFormat.encode(failure));
    }

    /** The operation returned. */
    CompletionStage<ChangeAnswer> complete(byte[] outcome) {
        return finish(IdempotencyState.COMPLETED, outcome);
    }

    private CompletionStage<ChangeAnswer> finish(IdempotencyState state, byte[] outcome) {
        return confirmed(() -> finished(state, outcome)
                .exceptionallyCompose(failure -> Repeated.cause(failure) instanceof StoreUnavailableException
                        ? CompletableFuture.failedStage(failure)
                        : marked(state, Repeated.cause(failure)))
                .thenApply(confirmed -> {
                    if (confirmed.answer() == ChangeAnswer.LOST) {
                        attempt.lost();
                    }
                    return confirmed;
                }));
    }

    private CompletableFuture<Confirmed> finished(IdempotencyState state, byte[] outcome) {
        StoredEnd end = new StoredEnd(state, outcome, call.options().retention());
        return sent(() -> engine.store().finish(attempt.ownership(), end))
                .thenApply(answer -> Confirmed.of(
                        answer, new Landing.Settled(new ClaimAnswer.Finished(call.fingerprint(), state, outcome))));
    }

    /** The store refused the outcome for good, such as one that is too large: the operation is done all the same. */
    private CompletableFuture<Confirmed> marked(IdempotencyState state, Throwable refusal) {
        LOG.error("The store refused the outcome of {}: repeats will be told that it is gone", call.key(), refusal);
        return finished(state, Replays.gone()).whenComplete((answer, failure) -> {
            if (failure != null) {
                Repeated.cause(failure).addSuppressed(refusal);
            }
        });
    }

    /**
     * Sends a change until it is answered. The caller waits for the timeout at most; the change is sent for longer, and the lease renewed
     * meanwhile, so that a short outage does not let another attempt in.
     */
    private CompletionStage<ChangeAnswer> confirmed(Supplier<CompletableFuture<Confirmed>> change) {
        CompletableFuture<ChangeAnswer> waited = new CompletableFuture<>();
        if (!ends()) {
            waited.complete(ChangeAnswer.LOST);
            return waited;
        }
        Duration timeout = engine.settings().timeout();
        Timer.Scheduled late = engine.timer()
                .schedule(
                        timeout.toNanos(),
                        () -> waited.completeExceptionally(new StoreUnavailableException(
                                "The idempotency store did not answer within " + timeout, true, null)));
        Stages.after(change.get(), (confirmed, failure) -> {
            late.cancel();
            end(confirmed == null ? Landing.OPEN : confirmed.landing());
            if (confirmed != null) {
                waited.complete(confirmed.answer());
            } else if (failure != null) {
                waited.completeExceptionally(Repeated.cause(failure));
            }
        });
        return waited;
    }

    private CompletableFuture<ChangeAnswer> sent(Supplier<CompletionStage<ChangeAnswer>> change) {
        Duration lease = call.options().lease();
        return engine.repeats().until(change, lease.compareTo(LONG) > 0 ? lease : LONG);
    }

    private boolean ends() {
        attempt.ending();
        return ended.compareAndSet(false, true);
    }

    private void end(Landing landing) {
        engine.ended(this);
        flight.land(landing);
        over.complete(null);
    }
}
