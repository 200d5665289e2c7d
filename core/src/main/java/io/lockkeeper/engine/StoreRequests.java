package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.engine.ClaimCycle.Withdrawal;
import io.lockkeeper.engine.Replies.Departing;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries the requests of one lock to its store and the answers back, under the guard. What gives something back is
 * repeated until the store has answered, or the lease has ended by itself. All methods are called under the guard, and the
 * requests leave after it.
 */
final class StoreRequests {

    /** How long a claim of unknown outcome is worth withdrawing after its lease would have ended. */
    private static final long CLAIM_OUTLIVES_LEASE = 60_000_000_000L;

    private static final Holder NOBODY = new Holder("", "", 0, "", "", 0);

    private final Guard guard;
    private final Context context;
    private final Replies replies;

    StoreRequests(Guard guard, Context context, Replies replies) {
        this.guard = guard;
        this.context = context;
        this.replies = replies;
    }

    /** Sends a claim, by the store as it is to be asked. */
    void claim(Claim claim, Store by) {
        guard.then(new Sending(claim, by));
    }

    /** A claim on its way to the store, and its answer's way back. One object: most requests are of this kind. */
    private final class Sending implements Runnable, BiConsumer<@Nullable ClaimOutcome, @Nullable Throwable> {
        private final Claim claim;
        private final Store by;
        private long sent;

        Sending(Claim claim, Store by) {
            this.claim = claim;
            this.by = by;
        }

        @Override
        public void run() {
            sent = context.nowIfAwake(); // Not later than it is, so the deadline is not either.
            Calls.to(() -> by.claim(claim), this);
        }

        @Override
        public void accept(@Nullable ClaimOutcome outcome, @Nullable Throwable error) {
            guard.enter();
            try {
                replies.claimAnswered(claim, sent, outcome, error);
            } finally {
                guard.leave();
            }
        }
    }

    /** Releases a tenure, by the store as it is to be asked. */
    void release(Departing departing, Store by) {
        guard.then(new Returning(departing, 0, by));
    }

    private final class Returning implements Runnable, BiConsumer<@Nullable ReleaseOutcome, @Nullable Throwable> {
        private final Departing departing;
        private final int failures;
        private final Store by;

        Returning(Departing departing, int failures, Store by) {
            this.departing = departing;
            this.failures = failures;
            this.by = by;
        }

        @Override
        public void run() {
            Calls.to(() -> by.release(departing.tenure().grant()), this);
        }

        @Override
        public void accept(@Nullable ReleaseOutcome outcome, @Nullable Throwable error) {
            guard.enter();
            try {
                if (outcome != null) {
                    silence(departing.tenure(), outcome);
                    // A release that was repeated may have been carried out the first time.
                    replies.released(departing, failures == 0 ? outcome : new ReleaseOutcome.Released());
                } else {
                    notReleased(departing, Failures.of(error), failures + 1);
                }
            } finally {
                guard.leave();
            }
        }
    }

    /** Releases a tenure and makes the next claim, in one request. */
    void exchange(Departing departing, Exchange by, Claim next) {
        guard.then(() -> {
            long sent = context.now();
            Calls.to(() -> by.exchange(departing.tenure().grant(), next), (both, error) -> {
                guard.enter();
                try {
                    if (both != null) {
                        silence(departing.tenure(), both.release());
                        replies.exchanged(departing, next, sent, both);
                    } else {
                        replies.exchangeFailed(next);
                        notReleased(departing, Failures.of(error), 1);
                    }
                } finally {
                    guard.leave();
                }
            });
        });
    }

    private void notReleased(Departing departing, RuntimeException failure, int failures) {
        if (failure instanceof StoreUnavailableException unavailable
                && context.now() < departing.tenure().deadline()) {
            replies.notAnswered(departing, unavailable);
            Departing toldAlready = new Departing(departing.tenure(), null);
            again(failures, () -> guard.then(new Returning(toldAlready, failures, context.store())));
        } else {
            Log.get()
                    .warn(
                            "The lock '{}' could not be released; it comes free when its lease ends.",
                            departing.tenure().grant().name(),
                            failure);
            silence(departing.tenure());
            replies.released(departing, null); // Who waits here need not wait for the store to be told.
        }
    }

    /** Makes a claim undone. */
    void withdraw(Withdrawal withdrawal) {
        long until = context.now() + Nanos.of(withdrawal.claim().lease()) + CLAIM_OUTLIVES_LEASE;
        withdraw(withdrawal, until, 0);
    }

    private void withdraw(Withdrawal withdrawal, long until, int failures) {
        guard.then(() -> Calls.to(
                () -> context.store().withdraw(withdrawal.claim(), withdrawal.outcomeUnknown()),
                new BiConsumer<@Nullable Void, @Nullable Throwable>() {
                    @Override
                    public void accept(@Nullable Void nothing, @Nullable Throwable error) {
                        guard.enter();
                        try {
                            withdrawn(withdrawal, until, failures, error);
                        } finally {
                            guard.leave();
                        }
                    }
                }));
    }

    private void withdrawn(Withdrawal withdrawal, long until, int failures, @Nullable Throwable error) {
        if (error == null) {
            replies.withdrawn();
            return;
        }
        RuntimeException failure = Failures.of(error);
        if (failure instanceof StoreUnavailableException unavailable && context.now() < until) {
            replies.notAnswered(null, unavailable);
            again(failures + 1, () -> withdraw(withdrawal, until, failures + 1));
        } else {
            Log.get()
                    .warn(
                            "A claim on the lock '{}' could not be withdrawn.",
                            withdrawal.claim().name(),
                            failure);
            replies.withdrawn();
        }
    }

    private void again(int failures, Runnable step) {
        context.after(context.backoff().afterFailures(failures), () -> guard.run(step));
    }

    /**
     * Has the store refuse a late copy of a claim that was sent more than once, and forget a claim whose grant was taken
     * away: it may have queued again before that was known. Nobody would want its grant.
     */
    private void silence(Tenure tenure, ReleaseOutcome outcome) {
        if (tenure.mayEcho() || outcome instanceof ReleaseOutcome.NotHeld) {
            undo(tenure.grant());
        }
    }

    /**
     * Has the store refuse a late copy of a claim that was sent more than once, and give back a lease that may last longer
     * than is known here. Nobody wants it.
     */
    void silence(Tenure tenure) {
        if (tenure.mayEcho() || tenure.mayLastLonger()) {
            undo(tenure.grant(), Math.max(tenure.latestEnd(), context.now() + CLAIM_OUTLIVES_LEASE), 0);
        }
    }

    /** Makes the claim of a grant undone, also if a copy of it arrives only later. */
    void undo(Grant grant) {
        undo(grant, context.now() + CLAIM_OUTLIVES_LEASE, 0);
    }

    private void undo(Grant grant, long until, int failures) {
        guard.then(() -> Calls.to(() -> context.store().withdraw(claimOf(grant), true), (nothing, error) -> {
            // If it never succeeds, a late copy is held by nobody until its claim time ends: no promise breaks.
            if (error != null && Failures.of(error) instanceof StoreUnavailableException && context.now() < until) {
                again(failures + 1, () -> undo(grant, until, failures + 1));
            }
        }));
    }

    /** A claim that is only named. */
    static Claim claimOf(Grant grant) {
        return new Claim(grant.name(), grant.claim(), NOBODY, Terms.mutex(Duration.ZERO, 1), 0);
    }
}
