package io.lockkeeper.engine;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockEvent;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who holds one lock in this process, by which tenure, until when; and which threads lost it and do not know yet.
 *
 * <p>Everything that prolongs or ends a holding passes here, under the guard. Only {@link #current()} and
 * {@link #ownedBy} are read without it.
 */
final class Occupancy {

    private final LocalLock lock;
    private final Guard guard;
    private final Context context;
    private final Renewer renewer;
    private @Nullable Tenure tenure;
    private volatile @Nullable Hold hold;
    private volatile List<Hold> lost = List.of();

    Occupancy(LocalLock lock, Guard guard, Context context, Renewer renewer) {
        this.lock = lock;
        this.guard = guard;
        this.context = context;
        this.renewer = renewer;
    }

    /** The current holding, if any. */
    @Nullable
    Hold current() {
        return hold;
    }

    /** What a thread owns, lost or not. Only that thread asks, so the answer stays true. */
    @Nullable
    Hold ownedBy(Thread thread) {
        Hold current = hold;
        if (current != null && current.isOwnedBy(thread)) {
            return current;
        }
        for (Hold past : lost) {
            if (past.isOwnedBy(thread)) {
                return past;
            }
        }
        return null;
    }

    /** Whether nobody is left who has to be told of a loss. */
    boolean allTold() {
        return lost.isEmpty();
    }

    // ---- under the guard ------------------------------------------------------------------------

    /** Whether a claim's grant is what is held by. */
    boolean isBy(ClaimId claim) {
        return tenure != null && tenure.grant().claim().equals(claim);
    }

    /** From now on, others wait in the store. */
    void contended() {
        if (tenure != null) {
            tenure.contended();
        }
    }

    /** Begins a holding. */
    Hold begin(Waiter waiter, Tenure by, long now, boolean handedOver) {
        Hold begun = new Hold(lock, by, waiter, now);
        tenure = by;
        hold = begun;
        if (context.observers().listen()) {
            Duration waited = Duration.ofNanos(now - waiter.since());
            context.observers()
                    .tell(() -> handedOver
                            ? new LockEvent.HandedOver(lock.name(), begun.token(), waited)
                            : new LockEvent.Acquired(lock.name(), begun.token(), waited));
        }
        long wanted = waiter.policy().lease().toNanos();
        if (begun.renewed() ? by.leaseNanos() < wanted : begun.wantsRenewal()) {
            extend(by, wanted);
        }
        watch(begun);
        return begun;
    }

    /** Ends the holding as its holder wants it. */
    void end() {
        hold = null;
        tenure = null;
    }

    /** Has a tenure extended soon. */
    void extend(Tenure current, long lease) {
        current.hasten(lease, context.now());
        renewer.watch(current.renewAt());
    }

    /** Ends the holding as lost, tells whom it concerns, and leaves the tenure to the lock. */
    void lose(LeaseLoss.Reason reason) {
        Hold held = hold;
        Tenure past = tenure;
        if (held == null || past == null) {
            return;
        }
        LeaseLoss loss = story(held, reason);
        if (held.ownedByThread()) {
            List<Hold> more = new ArrayList<>(lost);
            more.add(held);
            lost = more;
        }
        held.lost(loss);
        end();
        for (Consumer<LeaseLoss> listener : held.takeListeners()) {
            tell(listener, loss);
        }
        context.observers().tell(() -> new LockEvent.Lost(loss));
        boolean gone = reason == LeaseLoss.Reason.GONE || reason == LeaseLoss.Reason.REVOKED;
        lock.vacated(past, gone);
    }

    /** Ends the holding if its deadline has passed. */
    void loseIfExpired() {
        Hold current = hold;
        if (current != null && current.deadline() != Deadlines.NEVER && context.now() >= current.deadline()) {
            lose(LeaseLoss.Reason.EXPIRED);
        }
    }

    /** Forgets that a thread lost the lock: it has been told. */
    void told(Hold held) {
        if (!lost.isEmpty()) {
            lost = lost.stream().filter(past -> past != held).toList();
        }
    }

    /** Completes the closing of a lease: released, or lost without our knowing. */
    void closed(Hold held, CompletableFuture<Void> closing, boolean gone) {
        if (gone) {
            LeaseLoss loss = story(held, LeaseLoss.Reason.GONE);
            context.observers().tell(() -> new LockEvent.Lost(loss));
            guard.then(() -> closing.completeExceptionally(new LeaseLostException(loss)));
        } else {
            if (context.observers().listen()) {
                Duration time = Duration.ofNanos(context.now() - held.since());
                context.observers().tell(() -> new LockEvent.Released(lock.name(), held.token(), time));
            }
            guard.then(() -> closing.complete(null));
        }
    }

    // ---- asked by leases, threads and the renewer -------------------------------------------------

    /** Lets the owning thread enter again. */
    void reenter(Hold owned, LeasePolicy policy) {
        if (!owned.isHeldIfAwake()) {
            LeaseLoss loss = expireIfDue(owned);
            if (loss != null) {
                throw new LeaseLostException(loss);
            }
        }
        owned.enterAgain();
        boolean suffices = owned.renewed()
                || (policy instanceof LeasePolicy.Fixed fixed
                        && owned.deadline() - context.now() >= fixed.lease().toNanos());
        if (!suffices) {
            guard.run(() -> {
                owned.prolong(policy, context.now());
                if (owned == hold && owned.wantsRenewal()) {
                    extend(owned.tenure(), policy.lease().toNanos());
                }
            });
        }
    }

    /** Ends a holding if its deadline has passed. The loss, if it is lost. */
    @Nullable
    LeaseLoss expireIfDue(Hold held) {
        guard.run(this::loseIfExpired);
        return held.loss();
    }

    void addListener(Hold held, Consumer<LeaseLoss> listener) {
        guard.run(() -> {
            LeaseLoss loss = held.loss();
            if (loss == null) {
                held.addListener(listener);
            } else if (held.closing() == null) {
                tell(listener, loss);
            }
        });
    }

    /** Whether the tenure must be renewed now. */
    boolean isDue(long now) {
        guard.enter();
        try {
            Hold current = hold;
            return current != null
                    && current.wantsRenewal()
                    && now >= current.tenure().renewAt();
        } finally {
            guard.leave();
        }
    }

    /** Notes the tenure for renewal if that is due, or soon will be and others are now. When to look again. */
    long tick(long now, boolean othersAreDue, List<Renewer.Due> batch) {
        guard.enter();
        try {
            loseIfExpired();
            Hold current = hold;
            Tenure held = tenure;
            if (current == null || held == null) {
                return Deadlines.NEVER;
            }
            if (othersAreDue && current.wantsRenewal() && held.renewalDue(now)) {
                held.renewalSent(now);
                batch.add(new Renewer.Due(this, held, held.lease()));
            }
            return lookAt(current);
        } finally {
            guard.leave();
        }
    }

    void renewed(Tenure past, Grant grant, long sent, Duration lease) {
        guard.run(() -> {
            loseIfExpired(); // A renewal that is answered too late: the holder may know already.
            Hold current = hold;
            if (past != tenure || current == null) {
                return;
            }
            long now = context.now();
            if (past.isLate(now)) {
                Duration remained = Duration.ofNanos(past.deadline() - now);
                context.observers().tell(() -> new LockEvent.RenewedLate(lock.name(), current.token(), remained));
            }
            past.renewed(grant, sent, lease.toNanos());
            watch(current);
        });
    }

    void renewalLost(Tenure past) {
        guard.run(() -> {
            if (past == tenure) {
                lose(LeaseLoss.Reason.GONE);
            }
        });
    }

    void renewalFailed(Tenure past) {
        guard.run(() -> {
            Hold current = hold;
            if (past == tenure && current != null) {
                past.renewalFailed(context.now());
                watch(current);
            }
        });
    }

    private void watch(Hold current) {
        renewer.watch(lookAt(current));
    }

    private static long lookAt(Hold current) {
        return current.wantsRenewal()
                ? Math.min(current.deadline(), current.tenure().renewAt())
                : current.deadline();
    }

    private void tell(Consumer<LeaseLoss> listener, LeaseLoss loss) {
        guard.then(() -> context.callbacks().execute(() -> listener.accept(loss)));
    }

    private LeaseLoss story(Hold held, LeaseLoss.Reason reason) {
        return new LeaseLoss(lock.name(), held.token(), reason, Instant.now());
    }
}
