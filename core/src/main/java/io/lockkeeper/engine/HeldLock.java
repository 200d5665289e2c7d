package io.lockkeeper.engine;

import io.lockkeeper.Guarantees;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One lock as its holders see it: the doors to its {@link LockMachine} for what prolongs or ends a holding. {@link
 * HeldRenewal} has those for its renewal.
 *
 * @param name the lock's name
 * @param context what its client's locks share
 * @param guard the lock's
 * @param machine the lock's
 * @param renewer the client's
 */
record HeldLock(String name, Context context, Guard guard, LockMachine machine, Renewer renewer) {

    // ---- ends --------------------------------------------------------------------------------------

    /** Ends the holding if its deadline has passed. Under the guard. */
    void loseIfExpired() {
        Hold current = machine.holdings().current();
        if (current != null && current.deadline() != Deadlines.NEVER && context.now() >= current.deadline()) {
            expire(current);
        }
    }

    private void expire(Hold held) {
        if (held.rest(context.now()) > 0) {
            machine.holdings().lose(held, LeaseLoss.Reason.EXPIRED);
            keepTaken(held);
        } else if (endsByItself(held)) {
            machine.holdings().lose(held, LeaseLoss.Reason.EXPIRED);
            if (!held.tenure().isNamed()) { // Who has its id may have prolonged it.
                machine.requests().silence(held.tenure());
            }
            machine.forget(held.tenure());
        } else {
            machine.lose(held, LeaseLoss.Reason.EXPIRED);
        }
    }

    /** Whether a fixed lease that is over here ends in the store now, unless somebody else had it last longer. */
    private boolean endsByItself(Hold held) {
        Tenure tenure = held.tenure();
        return !held.renewed()
                && leasesEndByThemselves()
                && mayEndByItself(tenure)
                && tenure.left(context.now()) <= tenure.renewal().lease() / 50;
    }

    /** Whether nothing is under way that has the store's lease last longer. What has its id may have been prolonged by it. */
    private static boolean mayEndByItself(Tenure tenure) {
        boolean quiet = tenure.isNamed()
                ? !tenure.renewal().isBeingSet()
                : tenure.renewal().isQuiet();
        return quiet && !tenure.mayLastLonger();
    }

    private boolean leasesEndByThemselves() {
        return context.store().guarantees().expiry() == Guarantees.Expiry.STORE_CLOCK;
    }

    /** Lets go, by the store as it is to be asked. Completes when it has answered, at once if the lock stays in this process. */
    CompletableFuture<Void> release(Hold held, Store by) {
        guard.enter();
        try {
            CompletableFuture<Void> before = held.closing();
            if (before != null) {
                return before;
            }
            loseIfExpired();
            CompletableFuture<Void> closing = held.beginClosing();
            LeaseLoss loss = held.loss();
            if (loss != null) {
                closing.completeExceptionally(new LeaseLostException(loss));
                return closing;
            }
            machine.holdings().end(held);
            if (held.rest(context.now()) > 0) {
                keepTaken(held);
            } else {
                machine.passOn(held, by);
            }
            return closing;
        } catch (Throwable unexpected) { // No memory, say. Who closes does so once.
            machine.holdings().notEnded(held, unexpected);
            throw unexpected;
        } finally {
            guard.leave();
        }
    }

    /** Leaves the lock taken for as long as it is to stay so; only stores whose leases end by themselves do that. */
    private void keepTaken(Hold held) {
        Tenure tenure = held.tenure();
        tenure.keep();
        tenure.renewal()
                .whenQuiet(() -> setter().set(tenure, Math.max(1, held.rest(context.now())), (current, failure) -> {
                    // If it could not be asked, the lease ends by itself, no earlier.
                    machine.holdings().closed(held, Boolean.FALSE.equals(current));
                    forget(tenure, held.rest(context.now()));
                    tenure.renewal().settled();
                }));
    }

    /** Leaves a tenure to expire that nobody holds by any more. Where it does not by itself, it is given back then. */
    private void leave(Tenure tenure, long nanos) {
        tenure.keep();
        if (leasesEndByThemselves()) {
            tenure.renewal().whenQuiet(() -> {
                forget(tenure, nanos);
                tenure.renewal().settled();
            });
        } else {
            tenure.lingers(context.after(
                    nanos,
                    () -> guard.run(() -> machine.giveBack(new Replies.Departing(tenure, null), context.store()))));
        }
    }

    /** The store ends a tenure by itself after so much; a late copy of its claim is refused from then on. */
    private void forget(Tenure tenure, long nanos) {
        ClaimId claim = tenure.grant().claim();
        LeftLeases left = context.left();
        left.add(claim);
        machine.forget(tenure);
        // Who has its id may have prolonged it.
        boolean silence = !tenure.isNamed() && (tenure.mayEcho() || tenure.mayLastLonger());
        Runnable silenced = () -> {
            left.remove(claim);
            guard.run(() -> machine.requests().silence(tenure));
        };
        context.after(nanos, silence ? silenced : () -> left.remove(claim)); // Most keep nothing else alive until then.
    }

    /** Closes a holding and leaves its tenure to expire. The loss, if it was lost before. */
    @Nullable
    LeaseLoss letExpire(Hold held) {
        guard.enter();
        try {
            loseIfExpired();
            if (held.closing() != null || held.loss() != null) {
                return held.loss();
            }
            held.beginClosing().complete(null);
            machine.holdings().end(held);
            machine.holdings().tellReleased(held);
            long now = context.now();
            long left =
                    held.deadline() == Deadlines.NEVER ? held.tenure().renewal().lease() : held.deadline() - now;
            leave(held.tenure(), left);
            return null;
        } finally {
            guard.leave();
        }
    }

    /** The store took a grant away; or a message says so, and a renewal is to find out. Under the guard. */
    void lost(ClaimId claim, LeaseLoss.Reason reason, boolean certain) {
        Tenure tenure = machine.holdings().of(claim);
        Hold held = tenure == null ? null : tenure.hold();
        if (held != null && certain) {
            machine.lose(held, reason);
        } else if (held != null) {
            suspect(held.tenure(), reason);
        } else if (tenure != null && tenure.isLingering() && certain) {
            machine.forget(tenure);
        }
    }

    /** A message says that a tenure was taken away: the store is asked. Under the guard. */
    void suspect(Tenure tenure, LeaseLoss.Reason reason) {
        tenure.suspect(reason, context.now());
        renewer.watch(context.now());
    }

    /** Asks the store at once whether something is held still. */
    void verify(Hold held) {
        guard.run(() -> {
            if (held.closing() == null && held.loss() == null) {
                verify(held.tenure());
            }
        });
    }

    /** Asks the store at once whether it has a tenure still. Under the guard. */
    void verify(Tenure tenure) {
        tenure.renewal().ask(context.now());
        renewer.watch(context.now());
    }

    /** The client closes. Under the guard. */
    void close() {
        for (Tenure tenure : machine.holdings().all()) {
            Hold held = tenure.hold();
            if (held != null) {
                close(held);
            } else if (tenure.isLingering()) {
                machine.forget(tenure);
            }
        }
    }

    /** The client closes, so a holding is lost. Under the guard. */
    private void close(Hold held) {
        if (held.rest(context.now()) > 0) {
            machine.holdings().lose(held, LeaseLoss.Reason.CLOSED);
            keepTaken(held);
        } else {
            machine.lose(held, LeaseLoss.Reason.CLOSED);
        }
    }

    /** The client closes, and a holder has finished: its holding is lost, unless it has ended. */
    void closeWithClient(Hold held) {
        guard.run(() -> {
            loseIfExpired();
            if (held.closing() == null && held.loss() == null) {
                close(held);
            }
        });
    }

    /** Ends a holding if its deadline has passed. The loss, if it is lost. */
    @Nullable
    LeaseLoss expireIfDue(Hold held) {
        guard.run(this::loseIfExpired);
        return held.loss();
    }

    /** Identifies the tenure by which something is held; null if that ended, and it was not asked for before. */
    @Nullable
    LeaseId id(Hold held) {
        guard.enter();
        try {
            Grant grant = held.tenure().grant();
            return held.mayBeNamed()
                    ? new LeaseId(
                            name,
                            grant.claim().client(),
                            grant.claim().sequence(),
                            grant.firstToken(),
                            grant.lastToken())
                    : null;
        } finally {
            guard.leave();
        }
    }

    /** Has a thread interrupted by a loss, also by one that was before; null for none. */
    void interruptOnLoss(Hold held, @Nullable Thread worker) {
        guard.run(() -> held.interruptOnLoss(worker));
    }

    void addListener(Hold held, Consumer<LeaseLoss> listener) {
        guard.run(() -> machine.holdings().addListener(held, listener));
    }

    // ---- lasts -------------------------------------------------------------------------------------

    private LeaseSetter setter() {
        return new LeaseSetter(name, context, guard, machine, renewer);
    }

    /** Fixes the end of a holding, earlier or later than it was. Completes when the store has answered. */
    CompletableFuture<Void> extend(Hold held, long nanos) {
        CompletableFuture<Void> extended = new CompletableFuture<>();
        guard.run(() -> {
            loseIfExpired();
            setter().extend(held, nanos, extended);
        });
        return extended;
    }
}
