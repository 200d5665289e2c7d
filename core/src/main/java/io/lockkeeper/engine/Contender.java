package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.LockEvent;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import io.lockkeeper.time.Timer.Scheduled;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The one contender of this process for one lock: sends its claim, and sends it again, until it is granted.
 *
 * <p>A claim keeps its id however often it is sent, so an attempt whose reply was lost counts once. All
 * methods are called under the guard of the lock.
 */
final class Contender {

    private final LocalLock lock;
    private final Guard guard;
    private final Context context;
    private final Push push;
    private @Nullable Claim claim;
    private boolean inFlight;
    private boolean queued;
    private boolean uncertain;
    private boolean askAgain;
    private long queuedSent;
    private long queuedAt;
    private @Nullable Grant early;
    private @Nullable Scheduled timer;
    private @Nullable Holder holder;
    private int attempts;
    private int failures;

    Contender(LocalLock lock, Guard guard, Context context, Push push) {
        this.lock = lock;
        this.guard = guard;
        this.context = context;
        this.push = push;
    }

    /** Makes a new claim on behalf of the first waiter, to be sent by the caller. */
    Claim prepare(Waiter head, int tokens) {
        boolean mayQueue = head.mayWait() && push.listening();
        claim = new Claim(
                lock.name(),
                context.nextClaimId(),
                context.holder(head.thread(), head.options()),
                context.grantable(head.policy().lease()),
                tokens,
                mayQueue);
        inFlight = true;
        announce();
        return claim;
    }

    /** Makes a new claim on behalf of the first waiter and sends it. */
    void begin(Waiter head, int tokens) {
        transmit(prepare(head, tokens), context.storeFor(head));
    }

    /** Who held the lock when last seen. */
    @Nullable
    Holder holder() {
        return holder;
    }

    /** Takes note of a reply, or that there was none. */
    void answered(Claim sent, long sentAt, @Nullable ClaimOutcome outcome, @Nullable Throwable error) {
        if (claim == null || !claim.id().equals(sent.id())) {
            return; // Granted by a push meanwhile, or withdrawn: whoever did that took care of it.
        }
        inFlight = false;
        if (outcome == null) {
            failed(Failures.of(error));
            return;
        }
        failures = 0;
        lock.queue().storeAnswered();
        if (outcome instanceof ClaimOutcome.Granted granted) {
            gained(granted.grant(), Deadlines.replied(sentAt, granted.grant().remainingNanos()), false);
        } else if (outcome instanceof ClaimOutcome.Queued waiting) {
            queued(waiting, sentAt);
        } else if (outcome instanceof ClaimOutcome.Busy busy) {
            busy(sent, busy);
        } else {
            forget();
            lock.proceed();
        }
    }

    /** Takes note of a grant that came without being asked. Whether it was for the current claim. */
    boolean pushed(Grant grant, long received) {
        if (claim == null || !claim.id().equals(grant.claim())) {
            return false;
        }
        if (!queued) {
            early = grant; // It overtook the reply that says when the claim was queued.
            return true;
        }
        long deadline = Deadlines.pushed(received, queuedSent, queuedAt, grant);
        if (context.now() >= deadline) {
            recheck(); // Too late to be relied upon; if it is still ours, the reply says what is left.
        } else {
            gained(grant, deadline, true);
        }
        return true;
    }

    /** Sends the claim again: a timer ran out, or the store hinted. */
    void recheck() {
        if (claim == null) {
            return;
        }
        if (inFlight) {
            askAgain = true;
            return;
        }
        cancelTimer();
        if (!claim.mayQueue() && push.listening()) {
            claim = claim.withMayQueue(true);
        }
        inFlight = true;
        announce();
        transmit(claim, context.store());
    }

    /** Ends the contention without a grant: the claim that must be withdrawn, if any. */
    @Nullable
    Withdrawal end() {
        Withdrawal needed = claim != null && (inFlight || queued || uncertain)
                ? new Withdrawal(claim, inFlight || uncertain)
                : null;
        forget();
        return needed;
    }

    /** A claim to be made undone. */
    record Withdrawal(Claim claim, boolean outcomeUnknown) {}

    /**
     * A claim that was granted.
     *
     * @param grant the grant
     * @param lease the lease that was asked for, in nanoseconds
     * @param deadline until when the grant may be relied upon
     * @param extend whether the lease granted is only a claim time
     * @param echo whether a copy of the claim may still be on its way to the store
     */
    record Gain(Grant grant, long lease, long deadline, boolean extend, boolean echo) {}

    private void gained(Grant grant, long deadline, boolean extend) {
        long lease = claim == null ? 0 : claim.lease().toNanos();
        Gain gain = new Gain(grant, lease, deadline, extend, uncertain || inFlight);
        forget();
        lock.gained(gain);
    }

    private void queued(ClaimOutcome.Queued reply, long sentAt) {
        queued = true;
        queuedSent = sentAt;
        queuedAt = reply.storeNanos();
        holder = reply.holder();
        context.observers().waits(lock.name(), holder);
        Grant overtook = early;
        early = null;
        if (overtook != null) {
            pushed(overtook, context.now());
        } else if (askAgain) {
            askAgain = false;
            recheck();
        } else {
            long recheck = reply.recheckAfter().toNanos();
            // Who is first asks right when the holder's lease ends; the others must not all ask at once.
            recheckAfter(reply.ahead() == 0 ? Backoff.spreadBriefly(recheck) : Backoff.spread(recheck));
        }
    }

    private void busy(Claim sent, ClaimOutcome.Busy reply) {
        queued = false;
        holder = reply.holder();
        if (!lock.queue().headMayWait()) {
            forget();
            lock.refuseHead(reply.holder());
            return;
        }
        context.observers().waits(lock.name(), holder);
        if (askAgain || (!sent.mayQueue() && push.listening())) {
            askAgain = false;
            recheck(); // It became free, or could be queued, while this reply was on its way.
            return;
        }
        recheckAfter(Backoff.spread(reply.retryAfter().toNanos()));
        if (push.possible() && !push.listening()) {
            guard.then(push::listen);
        }
    }

    private void failed(RuntimeException failure) {
        if (failure instanceof StoreUnavailableException unavailable) {
            uncertain |= unavailable.outcomeUnknown();
            failures++;
            if (lock.queue().headMayWait()) {
                recheckAfter(Backoff.afterFailures(failures));
                lock.queue().storeFailed(unavailable);
                return;
            }
        } else {
            uncertain = true;
        }
        lock.failHead(failure);
    }

    private void transmit(Claim sending, Store by) {
        guard.then(new Sending(sending, by));
    }

    /** A claim on its way to the store, and its answer's way back. */
    private final class Sending implements Runnable, BiConsumer<@Nullable ClaimOutcome, @Nullable Throwable> {
        private final Claim sending;
        private final Store by;
        private long sent;

        Sending(Claim sending, Store by) {
            this.sending = sending;
            this.by = by;
        }

        @Override
        public void run() {
            sent = context.nowIfAwake(); // Not later than it is, so the deadline is not either.
            Calls.to(() -> by.claim(sending), this);
        }

        @Override
        public void accept(@Nullable ClaimOutcome outcome, @Nullable Throwable error) {
            guard.enter();
            try {
                answered(sending, sent, outcome, error);
            } finally {
                guard.leave();
            }
        }
    }

    private void announce() {
        int attempt = ++attempts;
        if (context.observers().wanted()) {
            context.observers().tell(new LockEvent.Claimed(lock.name(), attempt));
        }
    }

    private void recheckAfter(long nanos) {
        cancelTimer();
        timer = context.after(nanos, () -> lock.hearing().recheck());
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void forget() {
        cancelTimer();
        claim = null;
        early = null;
        holder = null;
        inFlight = queued = uncertain = askAgain = false;
        attempts = failures = 0;
    }
}
