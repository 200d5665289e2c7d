package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.spring.proxies.ReturnKind;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An annotated method. Immutable but for what it looks up once; safe for use by many threads.
 *
 * @param signature what it is
 * @param target what it locks
 * @param kind when its work is over
 * @param returns what it returns
 * @param busy what a call answers if the lock cannot be acquired in time
 * @param onLoss what happens if the lock is lost
 * @param checkCommit whether the lease is checked before a transaction commits
 * @param guard what transactions mean for it; null if there are none
 */
record LockedMethod(
        String signature,
        LockTarget target,
        ReturnKind kind,
        Class<?> returns,
        Busy busy,
        OnLoss onLoss,
        boolean checkCommit,
        @Nullable TransactionGuard guard) {

    private static final Logger LOG = LoggerFactory.getLogger(Locked.class);

    /** Which of a call's locks are held already; all of them must be held still. */
    List<Lease> entered(Locks locks, @Nullable HeldScope outer) {
        if (outer == null) {
            return List.of();
        }
        List<Lease> entered = new ArrayList<>();
        for (String name : locks.names()) {
            Lease lease = HeldScope.find(outer, target.client(), name);
            if (lease != null) {
                lease.ensureHeld();
                entered.add(lease);
            }
        }
        return entered;
    }

    /** The locks that are to be acquired yet. */
    Locks missing(Locks locks, List<Lease> entered) {
        List<String> names = new ArrayList<>(locks.names());
        entered.forEach(lease -> names.remove(lease.name()));
        return target.of(names);
    }

    /** The lock was lost before its release: what the caller is told, if it is told. */
    @Nullable
    LeaseLostException told(LeaseLostException lost) {
        if (onLoss == OnLoss.IGNORE) {
            log(lost);
            return null;
        }
        return lost;
    }

    /** For a loss that no caller is there to be told of. */
    void log(LeaseLostException lost) {
        LOG.warn("{} ran in part without its lock. {}", signature, lost.getMessage());
    }

    /** Checks what can be without a call. */
    void prepare() {
        target.prepare();
        if (guard != null) {
            guard.prepare(target.client());
        }
    }

    /** Refuses work that goes on, if the declared type could not tell that. */
    void requireOver(@Nullable Object result) {
        if (returns == Object.class && result != null && ReturnKind.goesOn(result)) {
            throw new IllegalStateException(signature + " returned a "
                    + result.getClass().getName() + " as an Object: its work goes on when the lock is released. Declare"
                    + " that type, or the one that it implements.");
        }
    }

    /** Refuses a call in a transaction that would commit without a check of what was held before. */
    void beforeEntering(@Nullable HeldScope outer, List<Lease> entered) {
        if (guard != null && !entered.isEmpty()) {
            guard.beforeEntering(outer, entered);
        }
    }

    void beforeAcquiring() {
        if (guard != null) {
            guard.beforeAcquiring(target.client());
        }
    }

    Locks locks(MethodInvocation call) {
        return target.of(call);
    }
}
