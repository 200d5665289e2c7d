package io.lockkeeper.engine;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The way back of one lock: gives the store what this client no longer wants, grants and claims, and repeats
 * it until the store has answered or the lease has ended by itself. All methods are called under the guard.
 */
final class Retreat {

    /** How long a claim of unknown outcome is worth withdrawing after its lease would have ended. */
    private static final long CLAIM_OUTLIVES_LEASE = 60_000_000_000L;

    private final LocalLock lock;
    private final Guard guard;
    private final Context context;

    Retreat(LocalLock lock, Guard guard, Context context) {
        this.lock = lock;
        this.guard = guard;
        this.context = context;
    }

    /**
     * Releases a tenure.
     *
     * @param closed the holding that ended with it, to be told of the outcome; null if nobody held it
     * @param by the store as it is to be asked
     */
    void release(Tenure tenure, @Nullable Hold closed, Store by) {
        guard.then(new Returning(tenure, closed, 0, by));
    }

    /** Releases a tenure and claims anew for who waits here, in one request. */
    void exchange(Tenure tenure, @Nullable Hold closed, Exchange store, Claim next) {
        guard.then(() -> {
            long sent = context.now();
            Calls.to(() -> store.exchange(tenure.grant(), next)).whenComplete((both, error) -> {
                guard.enter();
                try {
                    if (both != null) {
                        lock.queue().storeAnswered();
                        silence(tenure);
                        settle(closed, both.release());
                        lock.exchanged(next, sent, both.claim());
                    } else {
                        // Whether it arrived is unknown; released again, then withdrawn, it never was.
                        failed(tenure, closed, Failures.of(error), 1);
                    }
                } finally {
                    guard.leave();
                }
            });
        });
    }

    /** Makes a claim undone. */
    void withdraw(Contender.Withdrawal withdrawal) {
        long until = context.now() + withdrawal.claim().lease().toNanos() + CLAIM_OUTLIVES_LEASE;
        withdraw(withdrawal, until, 0);
    }

    /** A grant on its way back to the store, and the answer's way back. */
    private final class Returning implements Runnable, BiConsumer<@Nullable ReleaseOutcome, @Nullable Throwable> {
        private final Tenure tenure;
        private final @Nullable Hold closed;
        private final int failures;
        private final Store by;

        Returning(Tenure tenure, @Nullable Hold closed, int failures, Store by) {
            this.tenure = tenure;
            this.closed = closed;
            this.failures = failures;
            this.by = by;
        }

        @Override
        public void run() {
            Calls.to(() -> by.release(tenure.grant()), this);
        }

        @Override
        public void accept(@Nullable ReleaseOutcome outcome, @Nullable Throwable error) {
            guard.enter();
            try {
                if (outcome != null) {
                    lock.queue().storeAnswered();
                    silence(tenure);
                    settle(closed, failures == 0 ? outcome : new ReleaseOutcome.Released());
                    lock.released();
                } else {
                    failed(tenure, closed, Failures.of(error), failures + 1);
                }
            } finally {
                guard.leave();
            }
        }
    }

    private void failed(Tenure tenure, @Nullable Hold closed, RuntimeException failure, int failures) {
        // Who closes need not wait: the lease was good until now, and it ends by itself at the latest.
        settle(closed, new ReleaseOutcome.Released());
        if (failure instanceof StoreUnavailableException unavailable && context.now() < tenure.deadline()) {
            lock.queue().storeFailed(unavailable);
            context.after(Backoff.afterFailures(failures), () -> {
                guard.enter();
                guard.then(new Returning(tenure, null, failures, context.store()));
                guard.leave();
            });
        } else {
            Log.get()
                    .warn(
                            "The lock '{}' could not be released; it comes free when its lease ends.",
                            lock.name(),
                            failure);
            lock.released();
        }
    }

    /** Has the store refuse a late copy of a claim that was sent more than once: nobody would want its grant. */
    private void silence(Tenure tenure) {
        if (tenure.mayEcho()) {
            // If this fails, a late copy is held by nobody until its lease ends: no promise breaks.
            guard.then(() -> Calls.to(() -> context.store().withdraw(Strays.claim(tenure.grant()), true)));
        }
    }

    private void settle(@Nullable Hold closed, ReleaseOutcome outcome) {
        CompletableFuture<Void> closing = closed == null ? null : closed.closing();
        if (closed != null && closing != null && !closing.isDone()) {
            lock.occupancy().closed(closed, closing, outcome instanceof ReleaseOutcome.NotHeld);
        }
    }

    private void withdraw(Contender.Withdrawal withdrawal, long until, int failures) {
        guard.then(() -> Calls.to(() -> context.store().withdraw(withdrawal.claim(), withdrawal.outcomeUnknown()))
                .whenComplete((nothing, error) -> {
                    guard.enter();
                    try {
                        withdrawn(withdrawal, until, failures, error);
                    } finally {
                        guard.leave();
                    }
                }));
    }

    private void withdrawn(Contender.Withdrawal withdrawal, long until, int failures, @Nullable Throwable error) {
        if (error == null) {
            lock.queue().storeAnswered();
            lock.released();
            return;
        }
        RuntimeException failure = Failures.of(error);
        if (failure instanceof StoreUnavailableException unavailable && context.now() < until) {
            lock.queue().storeFailed(unavailable);
            context.after(Backoff.afterFailures(failures + 1), () -> {
                guard.enter();
                withdraw(withdrawal, until, failures + 1);
                guard.leave();
            });
        } else {
            Log.get().warn("A claim on the lock '{}' could not be withdrawn.", lock.name(), failure);
            lock.released();
        }
    }
}
