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
 * <p>Everything that prolongs or ends a holding passes here, under the lock.guard(). Only {@link #current()} and
 * {@link #ownedBy} are read without it.
 */
final class Occupancy {

    private final LocalLock lock;
    private final Renewer renewer;
    private @Nullable Tenure tenure;
    private volatile @Nullable Hold hold;
    private volatile List<Hold> lost = List.of();

    Occupancy(LocalLock lock, Renewer renewer) {
        this.lock = lock;
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
        if (lock.context().observers().wanted()) {
            Duration waited = Duration.ofNanos(now - waiter.since());
            lock.context()
                    .observers()
                    .tell(
                            handedOver
                                    ? new LockEvent.HandedOver(lock.name(), begun.token(), waited)
                                    : new LockEvent.Acquired(lock.name(), begun.token(), waited));
        }
        long wanted = lock.context().grantable(waiter.policy().lease()).toNanos();
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
        current.hasten(
                lock.context().grantable(Duration.ofNanos(lease)).toNanos(),
                lock.context().now());
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
        lock.context().observers().tell(new LockEvent.Lost(loss));
        boolean gone = reason == LeaseLoss.Reason.GONE || reason == LeaseLoss.Reason.REVOKED;
        lock.vacated(past, gone);
    }

    /** Ends the holding if its deadline has passed. */
    void loseIfExpired() {
        Hold current = hold;
        if (current != null
                && current.deadline() != Deadlines.NEVER
                && lock.context().now() >= current.deadline()) {
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
            lock.context().observers().tell(new LockEvent.Lost(loss));
            lock.guard().then(() -> closing.completeExceptionally(new LeaseLostException(loss)));
        } else {
            if (lock.context().observers().wanted()) {
                Duration time = Duration.ofNanos(lock.context().now() - held.since());
                lock.context().observers().tell(new LockEvent.Released(lock.name(), held.token(), time));
            }
            lock.guard().then(() -> closing.complete(null));
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
                        && owned.deadline() - lock.context().now()
                                >= fixed.lease().toNanos());
        if (!suffices) {
            lock.guard().run(() -> {
                owned.prolong(policy, lock.context().now());
                if (owned == hold && owned.wantsRenewal()) {
                    extend(owned.tenure(), policy.lease().toNanos());
                }
            });
        }
    }

    /** Ends a holding if its deadline has passed. The loss, if it is lost. */
    @Nullable
    LeaseLoss expireIfDue(Hold held) {
        lock.guard().run(this::loseIfExpired);
        return held.loss();
    }

    void addListener(Hold held, Consumer<LeaseLoss> listener) {
        lock.guard().run(() -> {
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
        lock.guard().enter();
        try {
            Hold current = hold;
            return current != null
                    && current.wantsRenewal()
                    && now >= current.tenure().renewAt();
        } finally {
            lock.guard().leave();
        }
    }

    /** Notes the tenure for renewal if that is due, or soon will be and others are now. When to look again. */
    long tick(long now, boolean othersAreDue, List<Renewer.Due> batch) {
        lock.guard().enter();
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
            lock.guard().leave();
        }
    }

    void renewed(Tenure past, Grant grant, long sent, Duration lease) {
        lock.guard().run(() -> {
            loseIfExpired(); // A renewal that is answered too late: the holder may know already.
            Hold current = hold;
            if (past != tenure || current == null) {
                return;
            }
            long now = lock.context().now();
            if (past.isLate(now)) {
                Duration remained = Duration.ofNanos(past.deadline() - now);
                lock.context().observers().tell(new LockEvent.RenewedLate(lock.name(), current.token(), remained));
            }
            past.renewed(grant, sent, lease.toNanos());
            watch(current);
        });
    }

    void renewalLost(Tenure past) {
        lock.guard().run(() -> {
            if (past == tenure) {
                lose(LeaseLoss.Reason.GONE);
            }
        });
    }

    void renewalFailed(Tenure past) {
        lock.guard().run(() -> {
            Hold current = hold;
            if (past == tenure && current != null) {
                past.renewalFailed(lock.context().now());
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
        lock.guard().then(() -> lock.context().callbacks().execute(() -> listener.accept(loss)));
    }

    private LeaseLoss story(Hold held, LeaseLoss.Reason reason) {
        return new LeaseLoss(lock.name(), held.token(), reason, Instant.now());
    }
}
