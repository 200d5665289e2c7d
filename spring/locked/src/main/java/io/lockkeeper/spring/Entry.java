package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** A thread's entry into a locked method: what it acquired for it, and the scope in which it runs. */
final class Entry {

    private final HeldScope scope;
    private final @Nullable Held acquired;
    private final List<Lease> entered;
    private final @Nullable LossInterrupt interrupt;

    private Entry(HeldScope scope, @Nullable Held acquired, List<Lease> entered, @Nullable LossInterrupt interrupt) {
        this.scope = scope;
        this.acquired = acquired;
        this.entered = entered;
        this.interrupt = interrupt;
    }

    /** Acquires what the thread does not hold yet, and enters. */
    static Entry of(LockedMethod method, MethodInvocation call) {
        Locks locks = method.locks(call);
        HeldScope outer = HeldScope.current();
        List<Lease> entered = method.entered(locks, outer);
        method.beforeEntering(outer, entered);
        if (entered.size() == locks.names().size()) {
            HeldScope scope = new HeldScope(method.target().client(), entered, List.of(), outer, method.checkCommit());
            return new Entry(scope.enter(), null, entered, null);
        }
        method.beforeAcquiring();
        Held held = acquire(method, entered.isEmpty() ? locks : method.missing(locks, entered));
        List<Lease> all = new ArrayList<>(entered);
        all.addAll(held.leases());
        LossInterrupt interrupt = null;
        if (method.onLoss() == OnLoss.INTERRUPT) {
            LossInterrupt begun = LossInterrupt.begin();
            held.onLost(loss -> begun.send());
            interrupt = begun;
        }
        HeldScope scope = new HeldScope(method.target().client(), all, held.leases(), outer, method.checkCommit());
        return new Entry(scope.enter(), held, entered, interrupt);
    }

    private static Held acquire(LockedMethod method, Locks locks) {
        try {
            return locks.acquire();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("The thread was interrupted while "
                    + method.signature() + " waited for the lock " + locks.names() + ".");
            cancelled.initCause(interrupted);
            throw cancelled;
        }
    }

    HeldScope scope() {
        return scope;
    }

    /** Leaves the scope, on the same thread. */
    void leave() {
        scope.leave();
        if (interrupt != null) {
            interrupt.end();
        }
    }

    /** Releases what was acquired for this entry, unless work goes on under it: then when that has ended. */
    void release() {
        if (acquired != null) {
            Release.now(scope, acquired);
        }
    }

    /** Releases as {@link #release}, without blocking. */
    CompletableFuture<Void> releaseAsync() {
        return acquired == null ? CompletableFuture.completedFuture(null) : Release.async(scope, acquired);
    }

    /** Has the locks that were held before stay held until the work of this entry has ended. */
    void keepUntil(CompletableFuture<?> end) {
        HeldScope.keepUntil(scope.outer(), entered, end);
    }

    /** The loss of a lock that was held before; null if there is none. */
    @Nullable
    LeaseLostException lost() {
        return Release.lost(entered);
    }
}
