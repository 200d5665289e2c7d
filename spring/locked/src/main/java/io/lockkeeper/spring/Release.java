package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.NotHeldException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Releases what a call acquired: now, or when the work has ended that was begun under it and goes on. */
final class Release {

    private static final Logger LOG = LoggerFactory.getLogger(Locked.class);

    private Release() {}

    /** Waits for the store, unless work goes on. Throws if the lock was lost until now. */
    static void now(HeldScope scope, Held held) {
        CompletableFuture<?> pending = scope.end();
        if (pending == null) {
            held.close();
            return;
        }
        later(scope, held, pending);
        LeaseLostException lost = lost(held.leases());
        if (lost != null) {
            throw lost;
        }
    }

    /** As {@link #now}, without blocking. */
    static CompletableFuture<Void> async(HeldScope scope, Held held) {
        CompletableFuture<?> pending = scope.end();
        if (pending == null) {
            return held.closeAsync();
        }
        later(scope, held, pending);
        LeaseLostException lost = lost(held.leases());
        return lost == null ? CompletableFuture.completedFuture(null) : CompletableFuture.failedFuture(lost);
    }

    private static void later(HeldScope scope, Held held, CompletableFuture<?> pending) {
        CompletableFuture<?> unused = pending.whenComplete((ended, failure) -> {
            CompletableFuture<?> more = scope.end();
            if (more == null) {
                CompletableFuture<?> unusedClose =
                        held.closeAsync().whenComplete((none, unreleased) -> warn(unreleased));
            } else {
                later(scope, held, more);
            }
        });
    }

    /** The caller has its answer already. */
    private static void warn(@Nullable Throwable unreleased) {
        Throwable cause = unreleased instanceof CompletionException wrapped ? wrapped.getCause() : unreleased;
        if (cause != null) {
            LOG.warn("Work that went on after its @Locked method ran in part without the lock. {}", cause.getMessage());
        }
    }

    /** The first loss among some leases; null if there is none. */
    static @Nullable LeaseLostException lost(List<Lease> leases) {
        for (Lease lease : leases) {
            try {
                lease.ensureHeld();
            } catch (LeaseLostException lost) {
                return lost;
            } catch (NotHeldException closed) {
                // By the method itself: not a loss.
            }
        }
        return null;
    }
}
