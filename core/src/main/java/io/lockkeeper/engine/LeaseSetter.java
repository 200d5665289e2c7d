package io.lockkeeper.engine;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Sets when leases of one lock end. Used under its guard; no renewal of the same tenure is under way when a request leaves.
 *
 * @param name the lock's name
 * @param context what its client's locks share
 * @param guard the lock's
 * @param machine the lock's
 * @param renewer the client's
 */
record LeaseSetter(String name, Context context, Guard guard, LockMachine machine, Renewer renewer) {

    private static final long LOST = -1;

    /** Fixes the end of a holding, earlier or later than it was. */
    void extend(Hold held, long nanos, CompletableFuture<Void> extended) {
        if (held.loss() != null || held.closing() != null) {
            ended(held, extended);
        } else {
            long now = context.now();
            held.endAt(now + nanos);
            held.tenure().renewal().askEvery(context.checkInterval(), now);
            renewer.watch(held.lookAt());
            // The store keeps none that is shorter.
            long lease = Math.max(nanos, Nanos.of(LeasePolicy.SHORTEST));
            held.tenure().renewal().whenQuiet(() -> send(held, lease, extended));
        }
    }

    private void send(Hold held, long nanos, CompletableFuture<Void> extended) {
        Tenure tenure = held.tenure();
        if (held.loss() != null || held.closing() != null) {
            ended(held, extended); // While others were under way; another may hold by the tenure now.
            settled(held);
            return;
        }
        // Its holder may let go sooner than the lock is to come free.
        set(tenure, Math.max(nanos, held.rest(context.now())), (current, failure) -> {
            if (current == null) {
                guard.then(() -> extended.completeExceptionally(Failures.of(failure)));
            } else if (current && held.loss() == null && held.closing() == null) {
                guard.then(() -> extended.complete(null));
            } else if (current) {
                ended(held, extended); // Meanwhile: what it held is on its way back.
            } else {
                if (held.loss() == null && held.closing() == null) {
                    machine.lose(held, tenure.whyGone());
                }
                ended(held, extended);
            }
            settled(held);
        });
    }

    private void ended(Hold held, CompletableFuture<Void> extended) {
        LeaseLoss loss = held.loss();
        guard.then(() -> extended.completeExceptionally(
                loss == null
                        ? new NotHeldException("The lease of the lock '" + name + "' was closed.", null)
                        : new LeaseLostException(loss)));
    }

    private void settled(Hold held) {
        held.tenure().renewal().settled();
        if (held.tenure().hold() == held) {
            renewer.watch(held.lookAt());
        }
    }

    /** Receives whether a lease was set; null with a failure if the store did not say. */
    @FunctionalInterface
    interface Setting {
        void answered(@Nullable Boolean current, @Nullable Throwable failure);
    }

    /** Has the store end a lease after so much, as well as it can. Under the guard, as is the answer. */
    void set(Tenure tenure, long nanos, Setting setting) {
        long sent = context.now();
        Duration lease = context.grantable(Duration.ofNanos(nanos));
        boolean adjustable = context.store() instanceof AdjustableLease;
        if (adjustable) {
            tenure.settingLease(sent, lease.toNanos());
        }
        guard.then(() -> Calls.to(() -> send(tenure.grant(), lease), (left, failure) -> {
            guard.enter();
            try {
                if (left == null) {
                    // A prolongation can't be a shortening, however late.
                    if (adjustable && mayArrive(failure)) {
                        tenure.leaseNotSet(lease.toNanos(), context.now());
                    }
                } else if (left != LOST) {
                    tenure.leaseSet(sent, left, adjustable, context.now());
                }
                setting.answered(left == null ? null : left != LOST, failure);
            } finally {
                guard.leave();
            }
        }));
    }

    private static boolean mayArrive(@Nullable Throwable failure) {
        return !(Failures.of(failure) instanceof StoreUnavailableException unavailable) || unavailable.outcomeUnknown();
    }

    /** How much the store gave: of a session, less may be left than was asked for. */
    private CompletionStage<Long> send(Grant grant, Duration lease) {
        if (context.store() instanceof AdjustableLease able) {
            return able.setLease(grant, lease).thenApply(current -> current ? lease.toNanos() : LOST);
        }
        return context.prolonged(grant, lease)
                .thenApply(now -> now.map(current -> Math.min(lease.toNanos(), current.remainingNanos()))
                        .orElse(LOST));
    }
}
