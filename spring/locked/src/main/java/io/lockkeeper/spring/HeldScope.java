package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.NotHeldException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The part of a thread's, or a reactive subscription's, work that runs under the locks of one call, inside of that of the calls
 * around it.
 */
final class HeldScope {

    private static final ThreadLocal<HeldScope> CURRENT = new ThreadLocal<>();

    private final LockClient client;
    private final List<Lease> leases;
    private final List<Lease> own;
    private final @Nullable HeldScope outer;
    private final boolean checksCommit;
    private final Map<Object, CompletableFuture<?>> pending = new HashMap<>(0);
    private boolean over;
    private boolean checked;

    /** The call acquired its own leases; the others are of scopes farther outside. */
    HeldScope(LockClient client, List<Lease> leases, List<Lease> own, @Nullable HeldScope outer, boolean checksCommit) {
        this.client = client;
        this.leases = leases;
        this.own = own;
        this.outer = outer;
        this.checksCommit = checksCommit;
    }

    /** The innermost one of the calling thread. */
    static @Nullable HeldScope current() {
        return CURRENT.get();
    }

    /** Begins. The same thread must {@link #leave}. */
    HeldScope enter() {
        CURRENT.set(this);
        return this;
    }

    void leave() {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    LockClient client() {
        return client;
    }

    List<Lease> leases() {
        return leases;
    }

    @Nullable
    HeldScope outer() {
        return outer;
    }

    /** The lease of a lock, held here or farther outside. */
    static @Nullable Lease find(@Nullable HeldScope innermost, @Nullable LockClient client, String name) {
        for (HeldScope scope = innermost; scope != null; scope = scope.outer) {
            if (client == null || scope.client == client) {
                for (Lease lease : scope.leases) {
                    if (lease.name().equals(name)) {
                        return lease;
                    }
                }
            }
        }
        return null;
    }

    /** Has leases of scopes farther outside stay held until work has ended that enters them and goes on. */
    static void keepUntil(@Nullable HeldScope innermost, List<Lease> entered, CompletableFuture<?> end) {
        for (HeldScope scope = innermost; scope != null; scope = scope.outer) {
            if (!Collections.disjoint(scope.own, entered)) {
                scope.keepUntil(end);
            }
        }
    }

    private void keepUntil(CompletableFuture<?> end) {
        Object key = new Object();
        synchronized (pending) {
            if (over) {
                throw new NotHeldException(
                        "The @Locked method around this call has ended, and released its lock.", null);
            }
            pending.put(key, end);
        }
        CompletableFuture<?> unused = end.whenComplete((none, failure) -> {
            synchronized (pending) {
                pending.remove(key);
            }
        });
    }

    /**
     * Ends the scope, so that no more work can enter it; unless work goes on that did before.
     *
     * @return null if it has ended; else what completes when that work has ended
     */
    @Nullable
    CompletableFuture<?> end() {
        synchronized (pending) {
            pending.values().removeIf(CompletableFuture::isDone);
            over = pending.isEmpty();
            return over ? null : CompletableFuture.allOf(pending.values().toArray(CompletableFuture<?>[]::new));
        }
    }

    /** Whether each of some leases is checked before the commits in a call farther outside. */
    static boolean checksCommitOf(@Nullable HeldScope innermost, List<Lease> entered) {
        return entered.stream().allMatch(lease -> {
            for (HeldScope scope = innermost; scope != null; scope = scope.outer) {
                if (scope.checksCommit && scope.leases.contains(lease)) {
                    return true;
                }
            }
            return false;
        });
    }

    boolean checksCommit() {
        return checksCommit;
    }

    /** Notes that the leases were checked in a transaction. */
    void checked() {
        checked = true;
    }

    boolean wasChecked() {
        return checked;
    }
}
