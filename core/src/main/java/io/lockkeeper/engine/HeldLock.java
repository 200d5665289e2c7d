package io.lockkeeper.engine;

import io.lockkeeper.Guarantees;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockEvent;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One lock as its holders and its renewal see it: the doors to its {@link LockMachine} for what prolongs or ends a holding.
 *
 * @param name the lock's name
 * @param context what its client's locks share
 * @param guard the lock's
 * @param machine the lock's
 * @param renewer the client's
 */
record HeldLock(String name, Context context, Guard guard, LockMachine machine, Renewer renewer) implements Renewable {

    // ---- ends --------------------------------------------------------------------------------------

    /** Ends the holding if its deadline has passed. Under the guard. */
    void loseIfExpired() {
        Hold current = machine.holdings().current();
        if (current != null && current.deadline() != Deadlines.NEVER && context.now() >= current.deadline()) {
            expire(current);
        }
    }

    private void expire(Hold held) {
        long rest = rest(held);
        if (rest > 0) {
            machine.holdings().lose(held, LeaseLoss.Reason.EXPIRED);
            linger(held.tenure(), rest); // The lease in the store is long enough.
        } else if (endsByItself(held)) {
            machine.holdings().lose(held, LeaseLoss.Reason.EXPIRED);
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
                && tenure.left(context.now()) <= tenure.renewal().lease() / 50;
    }

    private boolean leasesEndByThemselves() {
        return context.store().guarantees().expiry() == Guarantees.Expiry.STORE_CLOCK;
    }

    /** How much longer the lock is to stay taken though its holder lets go. */
    private long rest(Hold held) {
        Duration atLeast = held.options().atLeast();
        return atLeast.isZero() ? 0 : held.since() + Nanos.of(atLeast) - context.now();
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
            long rest = rest(held);
            if (rest > 0) {
                keepTaken(held, rest);
            } else {
                machine.passOn(held, by);
            }
            return closing;
        } finally {
            guard.leave();
        }
    }

    /** Leaves the lock taken for a while after its holder let go. */
    private void keepTaken(Hold held, long rest) {
        Tenure tenure = held.tenure();
        linger(tenure, rest);
        tenure.renewal()
                .whenQuiet(() -> setter().set(tenure, rest, (current, failure) -> {
                    // If it could not be asked, the lease ends by itself, no earlier.
                    boolean gone = Boolean.FALSE.equals(current);
                    machine.holdings().closed(held, gone);
                    if (gone) {
                        machine.forget(tenure);
                    }
                    tenure.renewal().settled();
                }));
    }

    /** Nobody holds by a tenure any more, which is left to expire. */
    private void linger(Tenure tenure, long nanos) {
        tenure.lingers(context.after(
                nanos,
                () -> guard.run(() -> {
                    if (leasesEndByThemselves()) {
                        machine.forget(tenure);
                    } else {
                        machine.giveBack(new Replies.Departing(tenure, null), context.store());
                    }
                })));
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
            linger(held.tenure(), left);
            return null;
        } finally {
            guard.leave();
        }
    }

    /** The store took a grant away; or a message says so, and a renewal is to find out. Under the guard. */
    void lost(ClaimId claim, LeaseLoss.Reason reason, boolean certain) {
        Hold current = machine.holdings().current();
        if (current == null || !current.tenure().isOf(claim)) {
            return;
        }
        if (certain) {
            machine.lose(current, reason);
        } else {
            current.tenure().suspect(reason, context.now());
            renewer.watch(context.now());
        }
    }

    /** The client closes. Under the guard. */
    void close() {
        for (Tenure tenure : machine.holdings().all()) {
            Hold held = tenure.hold();
            if (held != null) {
                machine.lose(held, LeaseLoss.Reason.CLOSED);
            } else if (tenure.isLingering()) {
                machine.forget(tenure);
            }
        }
    }

    /** Ends a holding if its deadline has passed. The loss, if it is lost. */
    @Nullable
    LeaseLoss expireIfDue(Hold held) {
        guard.run(this::loseIfExpired);
        return held.loss();
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

    // ---- renewal -----------------------------------------------------------------------------------

    @Override
    public boolean isDue(long now) {
        guard.enter();
        try {
            Hold current = machine.holdings().current();
            return current != null
                    && current.wantsRenewal()
                    && now >= current.tenure().renewal().at();
        } finally {
            guard.leave();
        }
    }

    @Override
    public long tick(long now, boolean othersAreDue, List<Due> batch) {
        guard.enter();
        try {
            loseIfExpired();
            Hold current = machine.holdings().current();
            if (current == null) {
                return Deadlines.NEVER;
            }
            Tenure tenure = current.tenure();
            if (othersAreDue && current.wantsRenewal() && tenure.renewal().isNear(now)) {
                Duration lease =
                        context.grantable(Duration.ofNanos(tenure.renewal().lease()));
                batch.add(new Due(this, tenure, new Renewal(tenure.grant(), lease)));
                tenure.renewal().sent(now);
            }
            return current.lookAt();
        } finally {
            guard.leave();
        }
    }

    @Override
    public void renewed(Tenure tenure, Grant grant, long sent, Duration lease) {
        guard.run(() -> {
            loseIfExpired(); // A renewal that is answered too late: the holder may know already.
            long now = context.now();
            Hold current = tenure.hold();
            if (current != null && tenure.isLate(now)) {
                Duration remained = Duration.ofNanos(tenure.deadline() - now);
                context.observers().tell(new LockEvent.RenewedLate(name, current.token(), remained));
            }
            tenure.renewed(grant, sent, lease.toNanos());
            watch(tenure);
        });
    }

    @Override
    public void renewalLost(Tenure tenure) {
        guard.run(() -> {
            Hold current = tenure.hold();
            if (current != null) {
                machine.lose(current, tenure.whyGone());
            }
            tenure.renewalFailed(context.now());
        });
    }

    @Override
    public void renewalFailed(Tenure tenure) {
        guard.run(() -> {
            tenure.renewalFailed(context.now());
            watch(tenure);
        });
    }

    private void watch(Tenure tenure) {
        Hold current = tenure.hold();
        if (current != null) {
            renewer.watch(current.lookAt());
        }
    }
}
