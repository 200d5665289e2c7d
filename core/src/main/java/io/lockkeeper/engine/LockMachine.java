package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Exchange.Exchanged;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The state machine of one lock in this client, and the one place where a transition is made: who waits ({@link
 * Waiters}), what the store is asked ({@link ClaimSide}), what this process has ({@link Holdings}), and what leads from
 * one to another. All of it runs under the guard of the lock; what follows is noted there and carried out afterwards.
 *
 * <p>Waiters queue in order, and one claim speaks for all of them. What was granted is held by one after the other, within
 * the bounds that keep other processes from starving; then it goes back, and the next claim is made. Claiming and holding
 * are apart: {@link #mayClaim} says when a claim may be made beside what is held.
 */
final class LockMachine implements Replies, ClaimSide.Next {

    private final String name;
    private final Context context;
    private final LocalLocks client;
    private final Guard guard;
    private final Waiters waiters;
    private final Dismissals dismissals;
    private final ClaimSide claims;
    private final Holdings holdings;
    private final StoreTrouble trouble = new StoreTrouble();
    private int tokens;
    private boolean retired;

    LockMachine(String name, Context context, LocalLocks client, Guard guard) {
        this.name = name;
        this.context = context;
        this.client = client;
        this.guard = guard;
        this.waiters = new Waiters(name, context, guard);
        this.dismissals = new Dismissals(name, context, guard, waiters, trouble);
        this.claims = new ClaimSide(new ClaimMaker(name, context, client), guard, waiters, trouble, this);
        this.holdings = new Holdings(name, context, guard);
    }

    Holdings holdings() {
        return holdings;
    }

    ClaimSide claims() {
        return claims;
    }

    Waiters waiters() {
        return waiters;
    }

    /** Whether nobody holds or waited when it was looked at last, so that the client forgot this object. */
    boolean isRetired() {
        return retired;
    }

    /** The client took this object back. */
    void revive() {
        retired = false;
    }

    @Override
    public StoreRequests requests() {
        return new StoreRequests(guard, context, this);
    }

    // ---- waiters -----------------------------------------------------------------------------------

    /** Lets a waiter wait. */
    void add(Waiter waiter) {
        waiters.add(waiter, !holdings.isEmpty());
        if (holdings.current() != null) {
            claims.waits(holder());
        }
        proceed();
    }

    /** Whether one request answers who would not wait: one under way, or sent now or once what goes back is answered. */
    boolean mayAskAtOnce() {
        return !trouble.isThere() && (waiters.isEmpty() ? mayClaim() || holdings.isReturning() : isUnknown());
    }

    /** Whether it can't be said if the lock is taken: nobody has it here, and the store has said nothing. */
    boolean isUnknown() {
        return (mayClaim() || holdings.isReturning()) && !trouble.isThere() && claims.isUnknown();
    }

    /** Lets a waiter leave; its farewell follows when the store has nothing of its claim, or does not answer. */
    void remove(Waiter waiter, Answer farewell) {
        if (!waiters.remove(waiter)) {
            return;
        }
        if (!waiters.isEmpty() || claims.cycle().isIdle()) {
            waiters.answer(waiter, farewell);
            return;
        }
        waiters.sayLater(waiter, farewell);
        if (mayClaim()) {
            claims.giveUp();
        } // Else the claim was sent together with a release, whose answer is waited for.
        dismissLater(waiter);
    }

    /** Has a waiter whose time is over told soon, whatever the store does. */
    void dismissLater(Waiter waiter) {
        dismissals.later(waiter, () -> {
            if (waiters.isEmpty() && mayClaim()) {
                claims.giveUp();
            }
        });
    }

    /** What a waiter is told whose time has run out. */
    Answer inVain() {
        StoreUnavailableException failure = trouble.last();
        return holdings.current() == null && failure != null
                ? new Answer.Failed(failure)
                : new Answer.Refused(holder());
    }

    private @Nullable Holder holder() {
        Hold current = holdings.current();
        return current != null
                ? context.holder(current.thread(), current.options())
                : claims.cycle().holder();
    }

    // ---- the claim ---------------------------------------------------------------------------------

    /** Whether what is held leaves room for a claim: of a lock with one holder at a time, nothing may be. */
    private boolean mayClaim() {
        return holdings.isEmpty();
    }

    /**
     * The next step, after anything that happened: claims for who waits, once there is neither a claim nor a tenure; and
     * forgets the name when nobody waits either.
     */
    @Override
    public void proceed() {
        assert guard.entered();
        if (!claims.cycle().isIdle() || !mayClaim()) {
            return;
        }
        waiters.sayFarewell();
        Waiter head = waiters.head();
        if (head != null) {
            Claim next = claims.begin(head, TokenRange.of(tokens, waiters.size()));
            requests().claim(next, context.storeFor(head));
        } else if (!retired) {
            retired = true;
            trouble.clear();
            client.retire(name);
        }
    }

    @Override
    public void claimAnswered(Claim sent, long sentAt, @Nullable ClaimOutcome outcome, @Nullable Throwable error) {
        claims.answered(sent, sentAt, outcome, error);
    }

    @Override
    public void withdrawn() {
        claims.withdrawn();
    }

    @Override
    public boolean holds(ClaimId id) {
        return holdings.has(id);
    }

    // ---- what is held ------------------------------------------------------------------------------

    @Override
    public void granted(Attempt attempt, Gain gain) {
        long now = context.now();
        boolean contended = gain.grant().contended()
                || attempt.contended()
                || !client.push().listening();
        Tenure tenure = new Tenure(gain, now, contended);
        holdings.add(tenure);
        Waiter first = waiters.head();
        if (first == null || now >= gain.deadline() || !claims.suits(attempt, first, gain.extend())) {
            giveBack(new Departing(tenure, null), context.store());
            return;
        }
        waiters.sayFarewell();
        begin(waiters.take(), tenure, now, false);
        LeaseLoss.Reason suspicion = attempt.suspicion();
        if (suspicion != null) {
            tenure.suspect(suspicion, now);
            client.renewer().watch(now);
        }
        waiters.answerImpatient(new Answer.Refused(holder()));
        if (gain.extend()) {
            tenure.hasten(tenure.renewal().lease(), now);
            client.renewer().watch(tenure.renewal().at());
        }
    }

    private void begin(Waiter waiter, Tenure tenure, long now, boolean handedOver) {
        Hold begun = holdings.begin(waiter, tenure, now, handedOver);
        waiters.answer(waiter, begun);
        client.renewer().watch(begun.lookAt());
    }

    /** A holder let go: the next in line here inherits, if that may be; else the tenure goes back. */
    void passOn(Hold held, Store by) {
        Tenure tenure = held.tenure();
        Waiter heir = waiters.head();
        long now = heir == null ? 0 : context.now();
        if (heir != null
                && !held.isRecalled()
                && tenure.mayPassOn(heir, now, context.options().localRuns(), context.bySession())) {
            holdings.closed(held, false);
            begin(waiters.take(), tenure, now, true);
        } else {
            giveBack(new Departing(tenure, held), by);
        }
    }

    /** A holding is lost: whom it concerns is told, and what is left of its tenure goes back. */
    void lose(Hold held, LeaseLoss.Reason reason) {
        holdings.lose(held, reason);
        if (reason == LeaseLoss.Reason.GONE || reason == LeaseLoss.Reason.REVOKED) {
            if (held.tenure().mayEcho()) {
                requests().undo(held.tenure().grant()); // A late copy of its claim would be granted to nobody.
            }
            forget(held.tenure());
        } else {
            giveBack(new Departing(held.tenure(), null), context.store());
        }
    }

    /** Gives a tenure back to the store, and asks for the lock anew if somebody waits here. */
    void giveBack(Departing departing, Store by) {
        tokens = TokenRange.after(departing.tenure());
        Waiter head = waiters.head();
        if (head != null && by instanceof Exchange exchange && claims.cycle().isIdle()) {
            Claim next = claims.begin(head, TokenRange.of(tokens, waiters.size() + 1));
            requests().exchange(departing, exchange, next);
        } else {
            requests().release(departing, by);
        }
    }

    /** The store does not have a tenure any more, or ends it by itself. */
    void forget(Tenure tenure) {
        holdings.remove(tenure);
        proceed();
    }

    @Override
    public void released(Departing departing, @Nullable ReleaseOutcome outcome) {
        if (outcome != null) {
            trouble.clear();
        }
        settle(departing, outcome instanceof ReleaseOutcome.NotHeld);
        forget(departing.tenure());
    }

    @Override
    public void exchanged(Departing departing, Claim next, long sentAt, Exchanged both) {
        settle(departing, both.release() instanceof ReleaseOutcome.NotHeld);
        holdings.remove(departing.tenure());
        claimAnswered(next, sentAt, both.claim(), null);
    }

    @Override
    public void exchangeFailed(Claim next) {
        claims.exchangeFailed(next);
    }

    @Override
    public void notAnswered(@Nullable Departing departing, StoreUnavailableException failure) {
        if (departing != null) {
            // Who closes need not wait: the lease was good until now, and it ends by itself at the latest.
            settle(departing, false);
        }
        claims.troubled(failure);
    }

    private void settle(Departing departing, boolean gone) {
        Hold closed = departing.closed();
        if (closed != null) {
            holdings.closed(closed, gone);
        }
    }
}
