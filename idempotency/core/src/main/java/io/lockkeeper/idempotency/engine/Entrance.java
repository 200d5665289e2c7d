package io.lockkeeper.idempotency.engine;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way to an entry: it boards the flight of its key, and follows it or leads it. Whoever leads claims, and claims again
 * while another process owns the key, until its wait is over.
 *
 * <p>A claim writes only if it is granted, so a request that gives up while the key is held leaves nothing behind. If the answer of a
 * claim is not known, the claim is withdrawn in the background; a grant that arrives after giving up is released.
 *
 * <p>Whoever completes the entry ends this: the flight lands and the watch ends with it, unless the operation runs. Nothing here runs
 * at the same time as something else, but for the completion of the entry.
 */
final class Entrance {

    /** When to ask again where the lease of the request in flight is not known. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final LeasedEngine engine;
    private final IdempotentCall<?> call;
    private final IdempotencyClaim claim;
    private final Doubt doubt;
    private final long waitEnd;
    private final Looks looks;
    private final CompletableFuture<Entry> entry = new CompletableFuture<>();

    private volatile @Nullable Flight flight;
    private volatile Seat.@Nullable Follow following;
    private boolean ends;

    /** Whether nobody may wait any more, so that a key that is owned is a conflict. */
    private boolean full;

    /** Since when the store fails; meaningful if {@link #silent} is set. */
    private long silentSince;

    private boolean silent;

    Entrance(LeasedEngine engine, IdempotentCall<?> call, String owner) {
        this.engine = engine;
        this.call = call;
        this.waitEnd = engine.ticker().nanos() + call.options().maxWait().toNanos();
        this.looks = new Looks(engine.timer(), this::claim);
        this.claim = new IdempotencyClaim(
                call.key(),
                owner,
                call.fingerprint(),
                new IdempotencyClaim.Terms(
                        call.options().lease(),
                        call.options().retention(),
                        call.options().onExpiry() != OnExpiry.HOLD));
        this.doubt = new Doubt(engine, claim);
    }

    /** Begins, and returns the entry. To give up, complete it; if that fails, it is there. */
    CompletableFuture<Entry> begin() {
        Stages.after(entry, (done, failure) -> {
            looks.close();
            leave();
            if (!(done instanceof Entry.Run)) {
                doubt.withdraw();
                land(Landing.OPEN);
            }
        });
        board();
        return entry;
    }

    private void land(Landing how) {
        Flight lead = flight;
        if (lead != null) {
            lead.land(how);
        }
    }

    private long waitLeft() {
        return waitEnd - engine.ticker().nanos();
    }

    private void leave() {
        Seat.Follow follow = following;
        if (follow != null) {
            follow.leave();
        }
    }

    private void board() {
        if (entry.isDone()) {
            return;
        }
        Seat seat = engine.flights()
                .board(call.key(), call.fingerprint(), call.options().maxWaiters());
        if (seat instanceof Seat.Lead lead) {
            lead(lead.flight());
        } else if (seat instanceof Seat.Follow follow) {
            follow(follow);
        } else if (seat instanceof Seat.Full crowded && crowded.busy()) {
            entry.complete(new Entry.Conflict(SOON));
        } else {
            // Nobody knows yet whether the key is owned or finished: asks the store itself, and waits for nobody.
            full = true;
            lead(new Flight(() -> {}));
        }
    }

    private void follow(Seat.Follow follow) {
        following = follow;
        long left = waitLeft();
        if (left <= 0) {
            follow.busy().thenAccept(retryAfter -> entry.complete(new Entry.Conflict(retryAfter)));
        } else if (!ends) {
            ends = true;
            Timer.Scheduled end = engine.timer().schedule(left, () -> entry.complete(new Entry.Conflict(SOON)));
            Stages.after(entry, (done, failure) -> end.cancel());
        }
        follow.landing().thenAccept(this::landed);
        if (entry.isDone()) {
            // It may have ended before there was something to leave.
            follow.leave();
        }
    }

    private void landed(Landing landing) {
        if (landing instanceof Landing.Settled settled) {
            entry.complete(new Entry.Settled(settled.finished()));
        } else if (landing instanceof Landing.Mismatched) {
            entry.complete(new Entry.Mismatched());
        } else if (landing instanceof Landing.Unavailable unavailable) {
            entry.completeExceptionally(unavailable.failure());
        } else if (landing instanceof Landing.Unknown && !claim.terms().takesOver()) {
            entry.complete(new Entry.Closed(Rejection.UNKNOWN));
        } else {
            // Boards on the timer's thread: a thousand that follow must not nest in each other's completion.
            engine.timer().schedule(0, this::board);
        }
    }

    private void lead(Flight lead) {
        flight = lead;
        claim();
    }

    private void claim() {
        Flight lead = flight;
        if (lead == null) {
            throw new IllegalStateException("A claim without a flight");
        }
        if (entry.isDone()) {
            lead.land(Landing.OPEN);
            return;
        }
        looks.began();
        long sent = engine.ticker().nanos();
        AtomicBoolean taken = new AtomicBoolean();
        CompletableFuture<Void> asked = engine.asked();
        Timer.Scheduled timeout = engine.timer().schedule(silenceLeft(sent), () -> {
            if (taken.compareAndSet(false, true)) {
                asked.complete(null);
                unanswered(new StoreUnavailableException(
                        "The idempotency store did not answer within "
                                + engine.settings().timeout(),
                        true,
                        null));
            }
        });
        CompletionStage<ClaimAnswer> stage;
        try {
            stage = engine.store().claim(claim);
        } catch (RuntimeException e) {
            stage = CompletableFuture.failedStage(e);
        }
        stage.whenComplete((answer, failure) -> {
            timeout.cancel();
            boolean inTime = taken.compareAndSet(false, true);
            try {
                if (failure != null) {
                    if (inTime) {
                        failed(Repeated.cause(failure));
                    }
                } else if (answer instanceof ClaimAnswer.Granted granted) {
                    granted(granted, sent, lead);
                } else if (inTime) {
                    silent = false;
                    refused(answer, lead);
                }
            } catch (RuntimeException | Error e) {
                // Nobody sees what this handler throws, but somebody waits for the entry.
                doubt.withdrawAnyway();
                entry.completeExceptionally(e);
            } finally {
                asked.complete(null);
            }
        });
    }

    private long silenceLeft(long now) {
        long timeout = engine.settings().timeout().toNanos();
        return silent ? Math.max(1, timeout - (now - silentSince)) : timeout;
    }

    private void granted(ClaimAnswer.Granted granted, long sent, Flight lead) {
        Running running = new Running(engine, call, new Running.Grant(claim.owner(), granted, sent), lead);
        if (entry.complete(new Entry.Run(running))) {
            lead.busy(call.options().lease());
        } else {
            running.abandon();
        }
    }

    private void refused(ClaimAnswer answer, Flight lead) {
        if (answer instanceof ClaimAnswer.Finished finished) {
            if (finished.fingerprint().equals(call.fingerprint())) {
                lead.land(new Landing.Settled(finished));
                entry.complete(new Entry.Settled(finished));
            } else {
                mismatched(lead);
            }
        } else if (answer instanceof ClaimAnswer.Held held) {
            if (held.fingerprint().equals(call.fingerprint())) {
                held(held, lead);
            } else {
                mismatched(lead);
            }
        }
    }

    private void mismatched(Flight lead) {
        lead.land(new Landing.Mismatched());
        entry.complete(new Entry.Mismatched());
    }

    private void held(ClaimAnswer.Held held, Flight lead) {
        boolean expired = held.remaining().isZero() || held.remaining().isNegative();
        if (expired && !claim.terms().takesOver()) {
            lead.land(new Landing.Unknown());
            entry.complete(new Entry.Closed(Rejection.UNKNOWN));
            return;
        }
        Duration retryAfter = expired ? SOON : held.remaining();
        lead.busy(retryAfter);
        long left = waitLeft();
        if (left <= 0 || full) {
            entry.complete(new Entry.Conflict(retryAfter));
            return;
        }
        if (engine.push() != null && looks.beginWatch(engine.push(), call.key())) {
            // Looked at again at once: the change may have come before the watch.
            looks.in(0);
            return;
        }
        long delay = looks.pause();
        if (!expired) {
            delay = Math.min(delay, held.remaining().toNanos() + 1_000_000);
        }
        looks.in(Math.min(delay, left));
    }

    private void failed(Throwable failure) {
        if (!(failure instanceof StoreUnavailableException unavailable)) {
            doubt.withdrawAnyway();
            entry.completeExceptionally(failure);
            return;
        }
        StoreUnavailableException all = doubt.failed(unavailable);
        long now = engine.ticker().nanos();
        if (!silent) {
            silent = true;
            silentSince = now;
        }
        long delay = looks.pause();
        if (now - silentSince + delay >= engine.settings().timeout().toNanos()) {
            unanswered(all);
        } else if (entry.isDone()) {
            doubt.withdraw();
        } else {
            looks.in(delay);
        }
    }

    /** The claim may have been granted, unless the failure says that it was not. */
    private void unanswered(StoreUnavailableException failure) {
        doubt.failed(failure);
        doubt.withdraw();
        land(new Landing.Unavailable(failure));
        entry.completeExceptionally(failure);
    }
}
