package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.engine.ClaimCycle.Withdrawal;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.time.Timer.Scheduled;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The claiming side of a lock's machine: what becomes of its one claim, for those who wait, until it is granted or given up.
 * Used under the guard of the lock.
 */
final class ClaimSide {

    private static final long LONGEST_PAUSE = 500_000_000;

    private final ClaimMaker maker;
    private final Guard guard;
    private final Waiters waiters;
    private final StoreTrouble trouble;
    private final Next next;
    private final ClaimCycle claim = new ClaimCycle();
    private @Nullable Scheduled recheck;

    ClaimSide(ClaimMaker maker, Guard guard, Waiters waiters, StoreTrouble trouble, Next next) {
        this.maker = maker;
        this.guard = guard;
        this.waiters = waiters;
        this.trouble = trouble;
        this.next = next;
    }

    /** The rest of the machine. */
    interface Next {

        /** The claim was granted; nothing is asked for any more. */
        void granted(Attempt attempt, Gain gain);

        /** The claim is over without a grant. */
        void proceed();

        /** Whether this process has the grant of a claim. */
        boolean holds(ClaimId id);

        /** The way to the store. */
        StoreRequests requests();
    }

    private Context context() {
        return maker.context();
    }

    private Push push() {
        return maker.client().push();
    }

    ClaimCycle cycle() {
        return claim;
    }

    /** Makes a claim for the first who waits, to be sent by the caller. */
    Claim begin(Waiter head, int tokens) {
        Claim begun = maker.make(head, tokens);
        claim.begin(begun);
        return begun;
    }

    /** A claim was answered, or failed with an error. */
    void answered(Claim sent, long sentAt, @Nullable ClaimOutcome outcome, @Nullable Throwable error) {
        Attempt attempt = claim.awaiting(sent.id());
        if (attempt == null) {
            late(outcome);
        } else if (outcome == null) {
            failed(attempt, Failures.of(error));
        } else {
            trouble.clear();
            answered(attempt, sentAt, outcome);
        }
    }

    /**
     * Whether what was granted is for a waiter, in place of the one that the claim was made for: not if the lock would stay
     * taken longer than that one wants when the process dies, or not as long.
     *
     * @param pushed whether the grant is short until it is extended
     */
    boolean suits(Attempt attempt, Waiter waiter, boolean pushed) {
        if (context().bySession()) {
            return true; // They all end with the session.
        }
        boolean keeps = !waiter.options().atLeast().isZero();
        long wanted = Nanos.of(maker.lease(waiter));
        return pushed ? !keeps : keeps ? attempt.lease() == wanted : attempt.lease() <= wanted;
    }

    /** Nobody waits for the claim any more. */
    void giveUp() {
        cancelRecheck();
        Withdrawal needed = claim.giveUp();
        if (needed != null) {
            next.requests().withdraw(needed);
        } else {
            next.proceed();
        }
    }

    private void answered(Attempt attempt, long sentAt, ClaimOutcome outcome) {
        if (attempt.isLost()) {
            claim.pause(attempt);
            goOn(attempt, true, 0);
        } else if (outcome instanceof ClaimOutcome.Granted granted) {
            long deadline = Deadlines.replied(sentAt, granted.grant().remainingNanos());
            boolean echo = claim.endAnswered();
            granted(attempt, new Gain(granted.grant(), attempt.lease(), deadline, false, echo));
        } else if (outcome instanceof ClaimOutcome.Queued queued) {
            boolean again = claim.queued(attempt, queued, sentAt);
            waiters.answerImpatientOfQueued(new Answer.Refused(queued.holder()));
            goOn(attempt, again, Nanos.of(queued.recheckAfter()));
        } else if (outcome instanceof ClaimOutcome.Busy busy) {
            boolean again = claim.busy(attempt, busy);
            waiters.answerImpatient(new Answer.Refused(busy.holder()));
            goOn(attempt, again || (canQueue() && !attempt.claim().mayQueue()), pause(busy));
        } else {
            claim.end(); // Withdrawn before it arrived: asked for anew, with another id.
            claim.pause(new Attempt(maker.again(attempt.claim())));
            recheckAfter(context().backoff().afterFailures(1));
        }
    }

    /** How long to wait for a lock that is taken: not until its lease ends, if its release would not be heard of. */
    private long pause(ClaimOutcome.Busy busy) {
        return Math.min(Nanos.of(busy.retryAfter()), canQueue() ? Long.MAX_VALUE : LONGEST_PAUSE);
    }

    private boolean canQueue() {
        Waiter head = waiters.head();
        return head != null && head.mayQueue() && push().listening();
    }

    /** The claim is not granted yet: it is sent again, now or later, or given up if nobody waits. */
    private void goOn(Attempt attempt, boolean again, long pause) {
        if (waiters.isEmpty()) {
            giveUp();
            return;
        }
        waiters.sayFarewell(); // The claim now speaks for others.
        waits(attempt.holder());
        Grant early = attempt.takeEarly();
        if (early != null && attempt.anchor() != null) {
            pushed(attempt, early, context().now());
        } else if (again) {
            ask();
        } else {
            recheckAfter(context().backoff().spread(pause));
        }
    }

    private void failed(Attempt attempt, RuntimeException failure) {
        if (failure instanceof StoreUnavailableException unavailable) {
            claim.unanswered(attempt, unavailable.outcomeUnknown());
            troubled(unavailable);
            if (waiters.isEmpty()) {
                giveUp();
            } else {
                recheckAfter(context().backoff().afterFailures(attempt.failures()));
            }
        } else {
            claim.unanswered(attempt, true);
            if (!waiters.isEmpty()) {
                waiters.answer(waiters.take(), new Answer.Failed(failure));
            }
            giveUp();
        }
    }

    /** The store did not answer: who would not wait is told. */
    void troubled(StoreUnavailableException failure) {
        trouble.met(failure);
        context().observers().unanswered(maker.name(), failure);
        waiters.sayFarewell(failure);
        waiters.answerImpatient(new Answer.Failed(failure));
    }

    /** An answer to a claim that is not asked for any more. Its grant, if it has one that is not here, goes back. */
    private void late(@Nullable ClaimOutcome outcome) {
        if (outcome instanceof ClaimOutcome.Granted granted
                && !next.holds(granted.grant().claim())
                && !context().left().has(granted.grant().claim())
                && !claim.isWithdrawing(granted.grant().claim())) {
            next.requests().undo(granted.grant());
        }
    }

    /** A grant was pushed for the current claim. */
    void pushed(Attempt attempt, Grant grant, long received) {
        if (attempt.isLost()) {
            return; // It is asked again.
        }
        OptionalLong deadline = claim.pushed(attempt, grant, received);
        if (deadline.isEmpty()) {
            return;
        }
        if (context().now() >= deadline.getAsLong()) {
            ask(); // Too late to be relied upon; if it is still ours, the reply says what is left.
        } else {
            granted(attempt, new Gain(grant, attempt.lease(), deadline.getAsLong(), true, claim.end()));
        }
    }

    private void granted(Attempt attempt, Gain gain) {
        cancelRecheck();
        next.granted(attempt, gain);
    }

    /** The store took away what it had granted to the current claim, before that was known here. */
    void lost(Attempt attempt) {
        attempt.heardLost();
        ask();
    }

    /** Whether nothing is known of the lock: the store has not answered the claim yet. */
    boolean isUnknown() {
        Attempt attempt = claim.latest();
        return attempt == null || !attempt.wasAnswered();
    }

    /** Sends the claim again, if there is one, now or after the answer that is under way. */
    void ask() {
        Attempt attempt = claim.askAgain();
        if (attempt != null) {
            cancelRecheck();
            if (canQueue()) {
                attempt.mayQueue(context().secrets());
            }
            maker.announce(attempt.sent());
            next.requests().claim(attempt.claim(), context().store());
        }
    }

    private void recheckAfter(long nanos) {
        cancelRecheck();
        recheck = context().after(nanos, () -> guard.run(this::ask));
    }

    private void cancelRecheck() {
        if (recheck != null) {
            recheck.cancel();
            recheck = null;
        }
    }

    /** Somebody waits for a holder: that is told, and from now on the store is listened to. */
    void waits(@Nullable Holder holder) {
        Waiter head = waiters.head();
        if (head != null) {
            head.contend(); // Those behind it have been since they came.
        }
        context().observers().waits(maker.name(), holder);
        if (push().possible() && !push().listening()) {
            guard.then(push()::listen);
        }
    }

    /** A claim that was sent with a release is of unknown outcome. */
    void exchangeFailed(Claim sent) {
        Attempt attempt = claim.awaiting(sent.id());
        if (attempt != null) {
            claim.unanswered(attempt, true);
            giveUp();
        }
    }

    /** The claim was withdrawn, or all was done that can be. */
    void withdrawn() {
        trouble.clear();
        claim.withdrawn();
        next.proceed();
    }
}
