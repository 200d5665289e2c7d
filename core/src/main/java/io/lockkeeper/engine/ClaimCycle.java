package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The one claim that a lock has with its store at a time, and the only place where its {@link ClaimState} changes. It
 * decides nothing about waiters and sends nothing. Used under the guard of the lock.
 *
 * <p>A claim keeps its id however often it is sent, so an attempt whose reply was lost counts once.
 */
final class ClaimCycle {

    private static final ClaimState IDLE = new ClaimState.Idle();

    private ClaimState state = IDLE;

    boolean isIdle() {
        return state == IDLE;
    }

    boolean isAsking() {
        return state instanceof ClaimState.Asking;
    }

    boolean isWithdrawing() {
        return state instanceof ClaimState.Withdrawing;
    }

    /** The claim that is asked for, if it is not being withdrawn. */
    @Nullable
    Attempt attempt() {
        if (state instanceof ClaimState.Asking asking) {
            return asking.attempt();
        }
        if (state instanceof ClaimState.Queued queued) {
            return queued.attempt();
        }
        return state instanceof ClaimState.Pausing pausing ? pausing.attempt() : null;
    }

    /** The claim that is asked for or withdrawn. */
    @Nullable
    Attempt latest() {
        return state instanceof ClaimState.Withdrawing withdrawing ? withdrawing.attempt() : attempt();
    }

    /** Whether a claim is the one that is being made undone. */
    boolean isWithdrawing(ClaimId id) {
        return state instanceof ClaimState.Withdrawing withdrawing
                && withdrawing.attempt().is(id);
    }

    /** Who held the lock when last seen. */
    @Nullable
    Holder holder() {
        Attempt attempt = attempt();
        return attempt == null ? null : attempt.holder();
    }

    /** Begins a claim, to be sent by the caller. */
    void begin(Claim claim) {
        assert isIdle() : "One claim at a time.";
        state = new ClaimState.Asking(new Attempt(claim), false);
    }

    /** The attempt that a reply belongs to; null if it is not asked for any more. */
    @Nullable
    Attempt awaiting(ClaimId id) {
        return state instanceof ClaimState.Asking asking && asking.attempt().is(id) ? asking.attempt() : null;
    }

    /** The store remembers the claim. Whether it is to be sent again at once: a hint came while it was asked. */
    boolean queued(Attempt attempt, ClaimOutcome.Queued reply, long sentAt) {
        attempt.answered();
        attempt.anchor(new Attempt.Anchor(sentAt, reply.storeNanos()));
        attempt.heldBy(reply.holder());
        boolean again = isToBeSentAgain();
        state = new ClaimState.Queued(attempt);
        return again;
    }

    /** Another holds the lock, and the claim is not remembered. Whether it is to be sent again at once. */
    boolean busy(Attempt attempt, ClaimOutcome.Busy reply) {
        attempt.answered();
        attempt.anchor(null);
        attempt.heldBy(reply.holder());
        boolean again = isToBeSentAgain();
        state = new ClaimState.Pausing(attempt);
        return again;
    }

    /** The request had no answer. */
    void unanswered(Attempt attempt, boolean outcomeUnknown) {
        attempt.failed(outcomeUnknown);
        state = new ClaimState.Pausing(attempt);
    }

    /** The claim is to be sent again: what was said of it does not hold any more, or it was not sent as it is. */
    void pause(Attempt attempt) {
        state = new ClaimState.Pausing(attempt);
    }

    private boolean isToBeSentAgain() {
        return state instanceof ClaimState.Asking asking && asking.again();
    }

    /** Sends the claim again, now or after the answer that is under way. The attempt to be sent now, if any. */
    @Nullable
    Attempt askAgain() {
        if (state instanceof ClaimState.Asking asking) {
            state = new ClaimState.Asking(asking.attempt(), true);
            return null;
        }
        Attempt attempt = attempt();
        if (attempt != null) {
            attempt.sentAgain();
            state = new ClaimState.Asking(attempt, false);
        }
        return attempt;
    }

    /**
     * The claim was granted, or refused for good: nothing is asked for any more.
     *
     * @return whether a copy of it may still be on its way to the store
     */
    boolean end() {
        Attempt attempt = attempt();
        boolean echo = attempt != null && (attempt.uncertain() || isAsking());
        state = IDLE;
        return echo;
    }

    /** As {@link #end}, for a grant that came as the answer: that is not under way any more. */
    boolean endAnswered() {
        Attempt attempt = attempt();
        boolean echo = attempt != null && attempt.uncertain();
        state = IDLE;
        return echo;
    }

    /** A grant was pushed for the claim: until when it may be relied upon; empty if it overtook the reply to count from. */
    OptionalLong pushed(Attempt attempt, Grant grant, long received) {
        Attempt.Anchor anchor = attempt.anchor();
        if (anchor == null) {
            attempt.overtakenBy(grant); // Kept until that comes.
            return OptionalLong.empty();
        }
        return OptionalLong.of(Deadlines.pushed(received, anchor.sent(), anchor.storeNanos(), grant));
    }

    /** Nobody waits any more: the claim that must be withdrawn, or null if the store knows nothing of it. */
    @Nullable
    Withdrawal giveUp() {
        Attempt attempt = attempt();
        if (attempt == null) {
            return null;
        }
        boolean unknown = attempt.uncertain() || isAsking();
        if (!unknown && !attempt.wasQueued()) {
            state = IDLE;
            return null;
        }
        state = new ClaimState.Withdrawing(attempt);
        return new Withdrawal(attempt.claim(), unknown);
    }

    /** The claim was withdrawn, or all was done that can be. */
    void withdrawn() {
        state = IDLE;
    }

    /**
     * A claim to be made undone.
     *
     * @param claim the claim
     * @param outcomeUnknown whether a request with it may still be on its way
     */
    record Withdrawal(Claim claim, boolean outcomeUnknown) {}
}
