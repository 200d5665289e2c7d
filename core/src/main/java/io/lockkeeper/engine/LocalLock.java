package io.lockkeeper.engine;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Holder;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Store;
import java.util.Objects;
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
    private final String name;
    private final Context context;
    private final Surroundings around;
    private final Guard guard = new Guard();
    private final LocalQueue queue;

    /** Made when needed and dropped at the grant: most of a lock's life it is held, and there may be thousands. */
    private @Nullable Contender contender;

    private final Occupancy occupancy;
    private Phase phase = Phase.IDLE;
    private int tokens;
    private boolean retired;

    LocalLock(String name, Context context, Surroundings around) {
        this.name = name;
        this.context = context;
        this.around = around;
        this.queue = new LocalQueue(this);
        this.occupancy = new Occupancy(this, around.renewer());
    }

    String name() {
        return name;
    }

    Context context() {
        return context;
    }

    /** What keeps its state together. */
    Guard guard() {
        return guard;
    }

    /** The ear for what the store says unasked. */
    Hearing hearing() {
        return new Hearing(this, guard, occupancy);
    }

    /** Who speaks for this process with the store, if anybody does. Under the guard. */
    @Nullable
    Contender contender() {
        return contender;
    }

    private Contender newContender() {
        contender = new Contender(this, guard, context, around.push());
        return contender;
    }

    /** The way back to the store. */
    private Retreat retreat() {
        return new Retreat(this, guard, context);
    }

    Occupancy occupancy() {
        return occupancy;
    }

    LocalQueue queue() {
        return queue;
    }

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
                queue.answer(waiter, new Answer.Failed(new ClientClosedException(name)));
                retireIfForgotten();
            } else if (!waiter.mayWait() && (phase == Phase.HELD || queue.trouble() != null || !queue.isEmpty())) {
                queue.answer(waiter, inVain());
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
            newContender().begin(waiter, TokenRange.of(tokens, 1));
        } else if (phase == Phase.HELD) {
            context.observers().waits(name, lastHolder());
            if (around.push().possible() && !around.push().listening()) {
                guard.then(around.push()::listen);
            }
        }
        queue.add(waiter);
    }

    /** What a waiter is told whose time has run out. */
    Answer inVain() {
        StoreUnavailableException trouble = queue.trouble();
        return phase != Phase.HELD && trouble != null ? new Answer.Failed(trouble) : new Answer.Refused(lastHolder());
    }

    /** The last waiter has left. */
    void nobodyWaits() {
        if (phase == Phase.CLAIMING) {
            stopContending();
        }
    }

    /** Lets go, by the store as it is to be asked. Completes when it has answered, at once if the lock stays in this process. */
    CompletableFuture<Void> release(Hold held, Store by) {
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
                passOn(held, closing, by);
            }
            return closing;
        } finally {
            guard.leave();
        }
    }

    private void passOn(Hold held, CompletableFuture<Void> closing, Store by) {
        Tenure tenure = held.tenure();
        Waiter heir = queue.head();
        long now = heir == null ? 0 : context.now();
        if (heir != null
                && tenure.mayPassOn(heir.policy(), now, context.options().localRuns())) {
            occupancy.closed(held, closing, false);
            queue.answer(queue.take(), occupancy.begin(heir, tenure, now, true));
        } else {
            giveBack(tenure, held, by);
        }
    }

    private void giveBack(Tenure tenure, @Nullable Hold closed, Store by) {
        phase = Phase.RELEASING;
        tokens = TokenRange.after(tenure);
        Waiter head = queue.head();
        if (head != null && by instanceof Exchange exchange) {
            Claim next = newContender().prepare(head, TokenRange.of(tokens, queue.size() + 1));
            retreat().exchange(tenure, closed, exchange, next);
        } else {
            retreat().release(tenure, closed, by);
        }
    }

    /** The client closes: tells the holder, wakes who waits, gives everything back. */
    void close() {
        guard.run(() -> {
            queue.close();
            if (phase == Phase.CLAIMING) {
                stopContending();
            } else {
                occupancy.lose(LeaseLoss.Reason.CLOSED);
                retireIfForgotten();
            }
        });
    }

    /** The store gave this client the lock. */
    void gained(Contender.Gain gain) {
        contender = null;
        long now = context.now();
        Tenure tenure =
                new Tenure(gain, now, gain.grant().contended() || !around.push().listening());
        Waiter first = queue.head();
        if (first == null || now >= gain.deadline()) {
            giveBack(tenure, null, context.store());
            return;
        }
        phase = Phase.HELD;
        queue.answer(queue.take(), occupancy.begin(first, tenure, now, false));
        if (gain.extend()) {
            occupancy.extend(tenure, first.policy().lease().toNanos());
        }
    }

    void refuseHead(@Nullable Holder holder) {
        queue.answer(queue.take(), new Answer.Refused(holder));
        proceed();
    }

    void failHead(RuntimeException failure) {
        queue.answer(queue.take(), new Answer.Failed(failure));
        stopContending();
    }

    /** Goes on to whoever waits; else there is nothing left to know of this name. */
    void proceed() {
        Waiter head = queue.head();
        if (head != null) {
            phase = Phase.CLAIMING;
            newContender().begin(head, TokenRange.of(tokens, queue.size()));
        } else {
            phase = Phase.IDLE;
            contender = null;
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
            queue.storeAnswered();
            around.retire(this);
        }
    }

    /** The store has nothing of ours any more, but perhaps a claim on its way. */
    void released() {
        Contender.Withdrawal unfinished = contender == null ? null : contender.end();
        contender = null;
        if (unfinished != null) {
            retreat().withdraw(unfinished);
        } else {
            proceed();
        }
    }

    /** An exchange was answered: released, and the new claim's outcome. */
    void exchanged(Claim next, long sent, ClaimOutcome outcome) {
        phase = Phase.CLAIMING;
        Objects.requireNonNull(contender, "The one that prepared the claim speaks until it is answered.")
                .answered(next, sent, outcome, null);
        if (queue.isEmpty()) {
            nobodyWaits();
        }
    }

    /** A holding was lost; what is left of its tenure goes back, if anything is. */
    void vacated(Tenure tenure, boolean gone) {
        if (gone) {
            proceed();
        } else {
            giveBack(tenure, null, context.store());
        }
    }

    /** Sends the claim again, if there is one. Under the guard. */
    void recheck() {
        if (phase == Phase.CLAIMING && contender != null) {
            contender.recheck();
        }
    }

    /** Whether something is being given back. Under the guard. */
    boolean isReleasing() {
        return phase == Phase.RELEASING;
    }

    private @Nullable Holder lastHolder() {
        Hold current = occupancy.current();
        return current != null ? current.holder() : contender == null ? null : contender.holder();
    }
}
