package io.lockkeeper.engine;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Holder;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockEvent;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One lock as this client knows it: who holds it here, who waits here, and what the store was asked.
 *
 * <p>Local waiters queue in order, and only one {@link Contender} speaks for all of them. A tenure that is
 * released passes to the next of them without the store, within the bounds that keep other processes from
 * starving; else it goes back, and the contender asks again. The package's documentation draws the states.
 */
final class LocalLock {

    private enum Phase {
        IDLE,
        CLAIMING,
        HELD,
        RELEASING
    }

    private final String name;
    private final Context context;
    private final Surroundings around;
    private final Guard guard = new Guard();
    private final LocalQueue queue;
    private final Contender contender;
    private final Occupancy occupancy;
    private final Retreat retreat;
    private final Hearing hearing;
    private Phase phase = Phase.IDLE;
    private @Nullable StoreUnavailableException trouble;
    private boolean retired;

    LocalLock(String name, Context context, Surroundings around) {
        this.name = name;
        this.context = context;
        this.around = around;
        this.queue = new LocalQueue(guard, context);
        this.contender = new Contender(this, guard, context, around.push());
        this.occupancy = new Occupancy(this, guard, context, around.renewer());
        this.retreat = new Retreat(this, guard, context);
        this.hearing = new Hearing(this, guard, contender, occupancy);
    }

    String name() {
        return name;
    }

    long now() {
        return context.now();
    }

    long nowIfAwake() {
        return context.nowIfAwake();
    }

    /** The ear for what the store says unasked. */
    Hearing hearing() {
        return hearing;
    }

    Occupancy occupancy() {
        return occupancy;
    }

    // ---- what users ask -------------------------------------------------------------------------

    /** Lets a waiter wait. False if this object was retired and the name has another by now. */
    boolean enqueue(Waiter waiter) {
        guard.enter();
        try {
            if (retired && !around.revive(this)) {
                return false;
            }
            retired = false;
            occupancy.loseIfExpired();
            if (around.closed()) {
                queue.answer(this, waiter, new Answer.Failed(new ClientClosedException(name)));
                retireIfForgotten();
            } else if (!waiter.mayWait() && phase != Phase.HELD && trouble != null) {
                queue.answer(this, waiter, new Answer.Failed(trouble));
            } else if (!waiter.mayWait() && (phase == Phase.HELD || !queue.isEmpty())) {
                queue.answer(this, waiter, new Answer.Refused(lastHolder()));
            } else {
                join(waiter);
            }
            return true;
        } finally {
            guard.leave();
        }
    }

    private void join(Waiter waiter) {
        if (phase == Phase.IDLE) {
            phase = Phase.CLAIMING;
            contender.begin(waiter, 1);
        } else if (phase == Phase.HELD) {
            waitsFor(lastHolder());
            if (around.push().possible() && !around.push().listening()) {
                guard.then(around.push()::listen);
            }
        }
        queue.add(this, waiter);
    }

    /** Leaves the queue. False if the answer was given already. */
    boolean abandon(Waiter waiter) {
        guard.enter();
        try {
            return leaveQueue(waiter);
        } finally {
            guard.leave();
        }
    }

    void timedOut(Waiter waiter) {
        guard.run(() -> {
            StoreUnavailableException failing = phase == Phase.HELD ? null : trouble;
            Answer given = failing == null ? new Answer.Refused(lastHolder()) : new Answer.Failed(failing);
            if (leaveQueue(waiter)) {
                queue.answer(this, waiter, given);
            }
        });
    }

    private boolean leaveQueue(Waiter waiter) {
        if (waiter.answer() != null || !queue.remove(waiter)) {
            return false;
        }
        if (queue.isEmpty() && phase == Phase.CLAIMING) {
            stopContending();
        }
        return true;
    }

    /** Lets go. Completes when the store has answered, at once if the lock stays in this process. */
    CompletableFuture<Void> release(Hold held) {
        guard.enter();
        try {
            CompletableFuture<Void> before = held.closing();
            if (before != null) {
                return before;
            }
            occupancy.loseIfExpired();
            CompletableFuture<Void> closing = held.beginClosing();
            LeaseLoss loss = held.loss();
            if (loss != null) {
                closing.completeExceptionally(new LeaseLostException(loss));
                occupancy.told(held);
                retireIfForgotten();
            } else {
                occupancy.end();
                passOn(held, closing);
            }
            return closing;
        } finally {
            guard.leave();
        }
    }

    private void passOn(Hold held, CompletableFuture<Void> closing) {
        Tenure tenure = held.tenure();
        Waiter heir = queue.head();
        if (heir != null && tenure.mayPassOn(heir.policy(), context.now(), context.options())) {
            occupancy.closed(held, closing, false);
            queue.answer(this, queue.take(), occupancy.begin(heir, tenure, true));
        } else {
            giveBack(tenure, held);
        }
    }

    private void giveBack(Tenure tenure, @Nullable Hold closed) {
        phase = Phase.RELEASING;
        Waiter head = queue.head();
        if (head != null && context.store() instanceof Exchange exchange) {
            retreat.exchange(tenure, closed, exchange, contender.prepare(head, queue.size() + 1));
        } else {
            retreat.release(tenure, closed);
        }
    }

    /** The client closes: tells the holder, wakes who waits, gives everything back. */
    void close() {
        guard.run(() -> {
            queue.close(this);
            if (phase == Phase.CLAIMING) {
                stopContending();
            } else {
                occupancy.lose(LeaseLoss.Reason.CLOSED);
                retireIfForgotten();
            }
        });
    }

    // ---- what the contender finds out -----------------------------------------------------------

    /** A reply to a claim, or the lack of one. */
    void answered(Claim claim, long sent, @Nullable ClaimOutcome outcome, @Nullable Throwable error) {
        guard.enter();
        try {
            contender.answered(claim, sent, outcome, error);
        } finally {
            guard.leave();
        }
    }

    /** The store gave this client the lock. */
    void gained(Contender.Gain gain) {
        boolean contended = gain.grant().contended() || !around.push().listening();
        Tenure tenure = new Tenure(gain, context.now(), contended);
        Waiter first = queue.head();
        if (first == null || context.now() >= gain.deadline()) {
            giveBack(tenure, null);
            return;
        }
        phase = Phase.HELD;
        queue.answer(this, queue.take(), occupancy.begin(first, tenure, false));
        if (gain.extend()) {
            occupancy.extend(tenure, first.policy().lease().toNanos());
        }
    }

    boolean headMayWait() {
        return queue.headMayWait();
    }

    void refuseHead(@Nullable Holder holder) {
        queue.answer(this, queue.take(), new Answer.Refused(holder));
        proceed();
    }

    void failHead(RuntimeException failure) {
        queue.answer(this, queue.take(), new Answer.Failed(failure));
        stopContending();
    }

    void waitsFor(@Nullable Holder holder) {
        context.observers().tell(() -> new LockEvent.Waited(name, Optional.ofNullable(holder)));
    }

    void storeAnswered() {
        trouble = null;
    }

    void storeFailed(StoreUnavailableException failure) {
        trouble = failure;
        queue.failImpatientHead(this, failure);
    }

    /** Goes on to whoever waits; else there is nothing left to know of this name. */
    void proceed() {
        Waiter head = queue.head();
        if (head != null) {
            phase = Phase.CLAIMING;
            contender.begin(head, queue.size());
        } else {
            phase = Phase.IDLE;
            retireIfForgotten();
        }
    }

    private void stopContending() {
        phase = Phase.RELEASING;
        released();
    }

    private void retireIfForgotten() {
        if (phase == Phase.IDLE && !retired && (occupancy.allTold() || around.closed())) {
            retired = true;
            trouble = null;
            around.retire(this);
        }
    }

    // ---- what became of a release ---------------------------------------------------------------

    /** The store has nothing of ours any more, but perhaps a claim on its way. */
    void released() {
        Contender.Withdrawal unfinished = contender.end();
        if (unfinished != null) {
            retreat.withdraw(unfinished);
        } else {
            proceed();
        }
    }

    /** An exchange was answered: released, and the new claim's outcome. */
    void exchanged(Claim next, long sent, ClaimOutcome outcome) {
        phase = Phase.CLAIMING;
        contender.answered(next, sent, outcome, null);
        if (queue.isEmpty() && phase == Phase.CLAIMING) {
            stopContending();
        }
    }

    /** A holding was lost; what is left of its tenure goes back, if anything is. */
    void vacated(Tenure tenure, boolean gone) {
        if (gone) {
            proceed();
        } else {
            giveBack(tenure, null);
        }
    }

    // ---- asked by the parts -----------------------------------------------------------------------

    /** Whether a claim is with the store or about to be. Under the guard. */
    boolean isClaiming() {
        return phase == Phase.CLAIMING;
    }

    /** Whether something is being given back. Under the guard. */
    boolean isReleasing() {
        return phase == Phase.RELEASING;
    }

    private @Nullable Holder lastHolder() {
        Hold current = occupancy.current();
        return current == null ? contender.holder() : context.holder(current.waiter());
    }
}
