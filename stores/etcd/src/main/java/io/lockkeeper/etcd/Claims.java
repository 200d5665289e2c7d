package io.lockkeeper.etcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.etcd.Failures.LeaseGoneException;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Demand;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;

/** Sends claims, and takes note of the places that they get. */
final class Claims {

    /** With a session that was over, with one that finds the place of an earlier one or a foreign key, and without these. */
    private static final int ATTEMPTS = 3;

    /** When to ask again who may not wait in line. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Line line;
    private final Duration recheck;

    Claims(Line line, Duration recheck) {
        this.line = line;
        this.recheck = recheck;
    }

    /** Sends a request that names the key of a slot. */
    private interface Sending extends BiFunction<Slot, Session, CompletableFuture<TxnResponse>> {}

    /** What came of it. */
    private interface Reading<T> {
        CompletableFuture<T> read(TxnResponse reply, Slot slot, Session session);
    }

    CompletableFuture<ClaimOutcome> claim(Claim claim) {
        check(claim);
        return attempt(
                claim,
                (slot, session) -> ask(line.requests().claim(claim, slot.key(), session.lease())),
                (reply, slot, session) -> outcome(claim, slot, session, answer(reply, reply, claim, slot, session)),
                ATTEMPTS);
    }

    /** Releases a place and claims another; what becomes of both. */
    <T> CompletableFuture<T> exchange(Slot old, Grant grant, Claim next, BiFunction<Boolean, ClaimOutcome, T> both) {
        check(next);
        Session holding = line.heartbeat().session();
        Place place = holding == null ? null : holding.remove(grant.claim());
        if (place != null) {
            place.leave();
        }
        long created = RevisionTokens.revision(grant.firstToken());
        AtomicBoolean released = new AtomicBoolean(); // By any of the attempts.
        return attempt(
                next,
                (slot, session) -> {
                    TxnRequest exchange =
                            line.requests().exchange(old.key(), created, next, slot.key(), session.lease());
                    return line.slots().naming(old, () -> ask(exchange));
                },
                (reply, slot, session) -> {
                    TxnResponse claimed =
                            reply.getResponses(reply.getSucceeded() ? 1 : 0).getResponseTxn();
                    if (reply.getSucceeded() || Answer.hasReplaced(claimed, next, created)) {
                        released.set(true);
                        line.slots().free(old);
                    } else {
                        line.slots().abandon(grant.claim()); // Its key may be there, but is not its place.
                    }
                    return outcome(next, slot, session, answer(claimed, reply, next, slot, session))
                            .thenApply(outcome -> both.apply(released.get(), outcome));
                },
                ATTEMPTS);
    }

    private CompletableFuture<TxnResponse> ask(TxnRequest request) {
        return line.link().ask(KVGrpc.getTxnMethod(), request);
    }

    private <T> CompletableFuture<T> attempt(Claim claim, Sending sending, Reading<T> reading, int attempts) {
        return line.heartbeat().enter().thenCompose(session -> {
            Slot slot = line.slots().of(claim);
            return line.slots()
                    .naming(slot, () -> sending.apply(slot, session))
                    .thenCompose(reply -> reading.read(reply, slot, session))
                    .whenComplete((done, failure) -> session.leave())
                    .exceptionallyCompose(failure -> {
                        Throwable cause = understood(Failures.unwrap(failure), session);
                        if (cause instanceof AgainException && attempts > 1) {
                            return attempt(claim, sending, reading, attempts - 1);
                        }
                        Throwable told = cause instanceof AgainException again ? again.otherwise : cause;
                        if (!Slots.isUnknown(told) && session.find(claim.id()) == null) {
                            line.slots().freeUnwritten(slot);
                        }
                        return CompletableFuture.failedFuture(told);
                    });
        });
    }

    private Throwable understood(Throwable cause, Session session) {
        if (!(cause instanceof LeaseGoneException)) {
            return cause;
        }
        line.heartbeat().lost(session, LeaseLoss.Reason.GONE);
        return new AgainException("The session with etcd was over; nothing was done.", false);
    }

    /** An attempt that is made once more, by another session or with another key. */
    private static final class AgainException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient StoreUnavailableException otherwise;

        AgainException(String message, boolean outcomeUnknown) {
            super(message, null, false, false);
            otherwise = new StoreUnavailableException(message, outcomeUnknown, null);
        }
    }

    private static Answer answer(TxnResponse claimed, TxnResponse whole, Claim claim, Slot slot, Session session) {
        return Answer.read(claimed, whole.getHeader().getRevision(), claim, slot.key(), session.lease());
    }

    private CompletableFuture<ClaimOutcome> outcome(Claim claim, Slot slot, Session session, Answer answer) {
        if (answer instanceof Answer.Won won) {
            return won(claim, slot, session, won);
        }
        if (answer instanceof Answer.Behind behind) {
            return behind(claim, slot, session, behind);
        }
        if (answer instanceof Answer.Refused refused) {
            line.slots().free(slot);
            return CompletableFuture.completedFuture(new ClaimOutcome.Busy(refused.holder(), RETRY));
        }
        if (answer instanceof Answer.Elsewhere elsewhere) {
            return line.heartbeat()
                    .revoke(elsewhere.lease())
                    .thenCompose(done -> CompletableFuture.failedFuture(
                            new AgainException("The claim had a place by a session that is over.", true)));
        }
        if (answer instanceof Answer.Occupied) {
            line.slots().abandon(claim.id());
            return CompletableFuture.failedFuture(new AgainException("The claim's key is another claim's.", false));
        }
        line.slots().free(slot);
        return CompletableFuture.completedFuture(new ClaimOutcome.Withdrawn());
    }

    private CompletableFuture<ClaimOutcome> won(Claim claim, Slot slot, Session session, Answer.Won won) {
        Place place = session.add(new Place(line, session, claim, slot.key(), won.created()));
        if (place == null) {
            return over(session);
        }
        if (place.waits()) {
            line.granted(place, won.contended(), won.revision()); // The push is on its way, or was lost.
        } else if (place.hold(won.contended(), won.revision())) {
            line.notifications().patrol().watch(place);
        }
        Grant grant = place.grant();
        return grant == null ? over(session) : CompletableFuture.completedFuture(new ClaimOutcome.Granted(grant));
    }

    private CompletableFuture<ClaimOutcome> behind(Claim claim, Slot slot, Session session, Answer.Behind behind) {
        Place place = session.add(new Place(line, session, claim, slot.key(), behind.created()));
        if (place == null) {
            return over(session);
        }
        if (!place.waits()) {
            place.waitBehind(behind.before(), behind.revision());
            if (behind.before() == null) {
                line.lookBefore(place, 0);
            }
        }
        return CompletableFuture.completedFuture(
                new ClaimOutcome.Queued(behind.holder(), behind.ahead(), session.now(), recheck));
    }

    /** The server gave it a place, but by a session of which nobody can be sure any more. */
    private CompletableFuture<ClaimOutcome> over(Session session) {
        line.heartbeat().lost(session, LeaseLoss.Reason.EXPIRED);
        return CompletableFuture.failedFuture(
                new AgainException("The session with etcd ended while the claim was under way.", true));
    }

    private static void check(Claim claim) {
        if (!claim.demand().equals(Demand.MUTEX)) {
            throw new IllegalArgumentException(
                    "Locks on etcd have one holder at a time; this claim asks for permits: " + claim.demand());
        }
        RevisionTokens.check(claim);
    }
}
