package io.lockkeeper.engine;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Holder;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockEvent;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One lock as this client knows it: who holds it here, who waits here, and what the store was asked.
 *
 * <p>Local waiters queue in order, and only one {@link Contender} speaks for all of them. A tenure that is
 * released passes to the next of them without the store, within the bounds that keep other processes from
 * starving; else it goes back, and the contender asks again. The package's documentation draws the states.
 */
final class LocalLock extends Guarded {

    private enum Phase {
        IDLE,
        CLAIMING,
        HELD,
        RELEASING
    }

    private final String name;
    private final Context context;
    private final Surroundings around;
    private final Contender contender;
    private final Retreat retreat;
    private final Deque<Waiter> queue = new ArrayDeque<>(2);
    private Phase phase = Phase.IDLE;
    private @Nullable Tenure tenure;
    private volatile @Nullable Hold hold;
    private volatile List<Hold> lost = List.of();
    private @Nullable StoreUnavailableException trouble;
    private boolean retired;

    LocalLock(String name, Context context, Surroundings around) {
        this.name = name;
        this.context = context;
        this.around = around;
        this.contender = new Contender(this, context, around.push());
        this.retreat = new Retreat(this, context);
    }

    /** What a lock needs of its client. */
    interface Surroundings {
        Push push();

        Renewer renewer();

        boolean closed();

        void retire(LocalLock lock);
    }

    String name() {
        return name;
    }

    long now() {
        return context.now();
    }

    // ---- what users ask -------------------------------------------------------------------------

    /** Lets a waiter wait. False if this object has been retired: ask for the name's new one. */
    boolean enqueue(Waiter waiter) {
        enter();
        try {
            if (retired) {
                return false;
            }
            Hold current = hold;
            if (current != null && context.now() >= current.deadline()) {
                lose(LeaseLoss.Reason.EXPIRED);
            }
            if (around.closed()) {
                answer(waiter, new Answer.Failed(new ClientClosedException(name)));
            } else if (!waiter.mayWait() && (phase == Phase.HELD || !queue.isEmpty())) {
                answer(waiter, new Answer.Refused(localHolder()));
            } else {
                join(waiter);
            }
            return true;
        } finally {
            leave();
        }
    }

    private void join(Waiter waiter) {
        queue.add(waiter);
        if (phase == Phase.IDLE) {
            phase = Phase.CLAIMING;
            contender.begin(waiter, 1);
        } else if (phase == Phase.HELD) {
            waitsFor(localHolder());
            if (around.push().possible() && !around.push().listening()) {
                then(around.push()::listen);
            }
        }
        Optional<Duration> wait = waiter.options().maxWait();
        if (waiter.mayWait() && wait.isPresent()) {
            then(() -> armTimeout(waiter, wait.get().toNanos()));
        }
    }

    private void armTimeout(Waiter waiter, long nanos) {
        enter();
        try {
            if (waiter.answer() == null) {
                long left = waiter.since() + nanos - context.now();
                waiter.timeout(context.after(left, () -> timedOut(waiter)));
            }
        } finally {
            leave();
        }
    }

    private void timedOut(Waiter waiter) {
        enter();
        try {
            if (waiter.answer() == null && queue.remove(waiter)) {
                StoreUnavailableException failing = trouble;
                answer(waiter, failing != null && phase != Phase.HELD
                        ? new Answer.Failed(failing)
                        : new Answer.Refused(phase == Phase.HELD ? localHolder() : contender.holder()));
                leftQueue();
            }
        } finally {
            leave();
        }
    }

    /** Leaves the queue. False if the answer was given already. */
    boolean abandon(Waiter waiter) {
        enter();
        try {
            if (waiter.answer() != null || !queue.remove(waiter)) {
                return false;
            }
            leftQueue();
            return true;
        } finally {
            leave();
        }
    }

    private void leftQueue() {
        if (queue.isEmpty() && phase == Phase.CLAIMING) {
            stopContending();
        }
    }

    private void stopContending() {
        Contender.Withdrawal withdrawal = contender.end();
        if (withdrawal == null) {
            proceed();
        } else {
            phase = Phase.RELEASING;
            retreat.withdraw(withdrawal);
        }
    }

    /** What a thread owns, lost or not. Only that thread asks, so the answer stays true. */
    @Nullable Hold ownedBy(Thread thread) {
        Hold current = hold;
        if (current != null && current.waiter().isOwnedBy(thread)) {
            return current;
        }
        for (Hold past : lost) {
            if (past.waiter().isOwnedBy(thread)) {
                return past;
            }
        }
        return null;
    }

    /** The current holding, if any. */
    @Nullable Hold current() {
        return hold;
    }

    /** Lets the owning thread enter again. */
    void reenter(Hold owned, LeasePolicy policy) {
        if (!owned.isHeld()) {
            LeaseLoss loss = expireIfDue(owned);
            if (loss != null) {
                throw new LeaseLostException(loss);
            }
        }
        owned.enterAgain();
        boolean suffices = owned.renewed() || (policy instanceof LeasePolicy.Fixed fixed
                && owned.deadline() - context.now() >= fixed.lease().toNanos());
        if (!suffices) {
            prolong(owned, policy);
        }
    }

    private void prolong(Hold owned, LeasePolicy policy) {
        enter();
        try {
            owned.prolong(policy, context.now());
            if (owned == hold && owned.wantsRenewal()) {
                extendNow(owned.tenure(), policy.lease().toNanos());
            }
        } finally {
            leave();
        }
    }

    /** Ends a holding whose deadline has passed. The loss, if it is lost. */
    @Nullable LeaseLoss expireIfDue(Hold held) {
        enter();
        try {
            if (hold == held && context.now() >= held.deadline()) {
                lose(LeaseLoss.Reason.EXPIRED);
            }
            return held.loss();
        } finally {
            leave();
        }
    }

    void addListener(Hold held, Consumer<LeaseLoss> listener) {
        enter();
        try {
            LeaseLoss loss = held.loss();
            if (held.closing() != null) {
                return;
            }
            if (loss == null) {
                held.addListener(listener);
            } else {
                then(() -> context.callbacks().execute(() -> listener.accept(loss)));
            }
        } finally {
            leave();
        }
    }

    /** Lets go. Completes when the store has answered, at once if the lock stays in this process. */
    CompletableFuture<Void> release(Hold held) {
        enter();
        try {
            CompletableFuture<Void> before = held.closing();
            if (before != null) {
                return before;
            }
            if (hold == held && context.now() >= held.deadline()) {
                lose(LeaseLoss.Reason.EXPIRED);
            }
            CompletableFuture<Void> closing = held.beginClosing();
            LeaseLoss loss = held.loss();
            if (loss != null) {
                closing.completeExceptionally(new LeaseLostException(loss));
                forgetLost(held);
            } else {
                hold = null;
                passOn(held, closing);
            }
            return closing;
        } finally {
            leave();
        }
    }

    private void passOn(Hold held, CompletableFuture<Void> closing) {
        Tenure current = held.tenure();
        Waiter heir = queue.peek();
        if (heir != null
                && current.mayPassOn(
                        heir.policy(),
                        context.now(),
                        context.options().maxLocalRun(),
                        context.options().maxLocalRunTime().toNanos())) {
            tellReleased(held);
            closing.complete(null);
            queue.remove();
            adopt(heir, current, true);
        } else {
            giveBack(current, held);
        }
    }

    private void giveBack(Tenure past, @Nullable Hold closed) {
        tenure = null;
        phase = Phase.RELEASING;
        Waiter head = queue.peek();
        if (head != null && context.store() instanceof Exchange exchange) {
            retreat.exchange(past, closed, exchange, contender.prepare(head, queue.size() + 1));
        } else {
            retreat.release(past, closed);
        }
    }

    // ---- what the contender finds out -----------------------------------------------------------

    /** A reply to a claim, or the lack of one. */
    void answered(Claim claim, long sent, @Nullable ClaimOutcome outcome, @Nullable Throwable error) {
        enter();
        try {
            contender.answered(claim, sent, outcome, error);
        } finally {
            leave();
        }
    }

    /** The store gave this client the lock. */
    void gained(Grant grant, long lease, long deadline, boolean extend) {
        boolean contended = grant.contended() || !around.push().listening();
        Tenure gained = new Tenure(grant, lease, deadline, context.now(), contended);
        Waiter first = queue.peek();
        if (first == null || context.now() >= deadline) {
            giveBack(gained, null);
            return;
        }
        queue.remove();
        tenure = gained;
        if (extend) {
            extendNow(gained, first.policy().lease().toNanos());
        }
        adopt(first, gained, false);
    }

    private void adopt(Waiter waiter, Tenure current, boolean handedOver) {
        long now = context.now();
        Hold adopted = new Hold(this, current, waiter, current.takeToken(), now);
        phase = Phase.HELD;
        hold = adopted;
        answer(waiter, adopted);
        context.observers().tell(() -> {
            Duration waited = Duration.ofNanos(now - waiter.since());
            return handedOver
                    ? new LockEvent.HandedOver(name, adopted.token(), waited)
                    : new LockEvent.Acquired(name, adopted.token(), waited);
        });
        if (adopted.wantsRenewal() && !adopted.renewed()) {
            extendNow(current, waiter.policy().lease().toNanos());
        }
        watch(adopted);
    }

    boolean headMayWait() {
        Waiter head = queue.peek();
        return head == null || head.mayWait();
    }

    void refuseHead(@Nullable Holder holder) {
        answer(queue.remove(), new Answer.Refused(holder));
        proceed();
    }

    void failHead(RuntimeException failure) {
        answer(queue.remove(), new Answer.Failed(failure));
        stopContending();
    }

    /** Goes on to whoever waits; else there is nothing left to know of this name. */
    void proceed() {
        Waiter head = queue.peek();
        if (head != null) {
            phase = Phase.CLAIMING;
            contender.begin(head, queue.size());
        } else {
            phase = Phase.IDLE;
            retireIfForgotten();
        }
    }

    private void retireIfForgotten() {
        if (phase == Phase.IDLE && (lost.isEmpty() || around.closed())) {
            retired = true;
            around.retire(this);
        }
    }

    void waitsFor(@Nullable Holder holder) {
        context.observers().tell(() -> new LockEvent.Waited(name, Optional.ofNullable(holder)));
    }

    void storeAnswered() {
        trouble = null;
    }

    void storeFailed(StoreUnavailableException failure) {
        trouble = failure;
        Waiter head = queue.peek();
        if (head != null && !head.mayWait()) {
            answer(queue.remove(), new Answer.Failed(failure));
        }
    }

    // ---- what became of a release ---------------------------------------------------------------

    /** The store has nothing of ours any more. */
    void released() {
        Contender.Withdrawal unfinished = contender.end();
        if (unfinished != null) {
            retreat.withdraw(unfinished);
        } else {
            proceed();
        }
    }

    /** An exchange was answered: released, and the new claim's outcome. */
    void exchanged(Claim next, long sent, ClaimOutcome outcome) {
        phase = Phase.CLAIMING;
        contender.answered(next, sent, outcome, null);
        leftQueue();
    }

    /** Tells a holder who let go what came of it. */
    void closed(Hold held, CompletableFuture<Void> closing, boolean gone) {
        if (gone) {
            LeaseLoss loss = story(held, LeaseLoss.Reason.GONE);
            context.observers().tell(() -> new LockEvent.Lost(loss));
            then(() -> closing.completeExceptionally(new LeaseLostException(loss)));
        } else {
            tellReleased(held);
            then(() -> closing.complete(null));
        }
    }

    private void tellReleased(Hold held) {
        context.observers()
                .tell(() -> new LockEvent.Released(name, held.token(), Duration.ofNanos(context.now() - held.since())));
    }

    // ---- what the store says unasked ------------------------------------------------------------

    /** A grant was pushed. Whether it was wanted or is known. */
    boolean pushed(Grant grant, long received) {
        enter();
        try {
            Tenure current = tenure;
            return contender.pushed(grant, received)
                    || (current != null && current.grant().claim().equals(grant.claim()))
                    || phase == Phase.RELEASING;
        } finally {
            leave();
        }
    }

    void recheckNow() {
        enter();
        try {
            if (phase == Phase.CLAIMING) {
                contender.recheck();
            }
        } finally {
            leave();
        }
    }

    void contended() {
        enter();
        try {
            if (tenure != null) {
                tenure.contended();
            }
        } finally {
            leave();
        }
    }

    void signalsMissed() {
        contended();
        recheckNow();
    }

    void lostInStore(ClaimId claim, LeaseLoss.Reason reason) {
        enter();
        try {
            Tenure current = tenure;
            if (hold != null && current != null && current.grant().claim().equals(claim)) {
                lose(reason);
            }
        } finally {
            leave();
        }
    }

    // ---- what time brings -----------------------------------------------------------------------

    /** Looks at the holding: lost if its deadline passed, else noted for renewal if that is due. When to look next. */
    long tick(long now, List<Renewer.Due> batch) {
        enter();
        try {
            Hold current = hold;
            Tenure held = tenure;
            if (current == null || held == null) {
                return Deadlines.NEVER;
            }
            if (now >= current.deadline()) {
                lose(LeaseLoss.Reason.EXPIRED);
                return Deadlines.NEVER;
            }
            if (!current.wantsRenewal()) {
                return current.deadline();
            }
            if (held.renewalDue(now)) {
                held.renewalSent(now);
                batch.add(new Renewer.Due(this, held, held.lease()));
            }
            return Math.min(current.deadline(), held.renewAt());
        } finally {
            leave();
        }
    }

    void renewed(Tenure past, long sent, Duration lease) {
        enter();
        try {
            Hold current = hold;
            if (past != tenure || current == null) {
                return;
            }
            long now = context.now();
            if (now >= current.deadline()) {
                lose(LeaseLoss.Reason.EXPIRED); // It came too late: the holder may know already.
                return;
            }
            long remained = past.deadline() - now;
            if (past.deadline() != Deadlines.NEVER && remained < lease.toNanos() / 3) {
                context.observers()
                        .tell(() -> new LockEvent.RenewedLate(name, current.token(), Duration.ofNanos(remained)));
            }
            past.renewed(sent, lease.toNanos());
            watch(current);
        } finally {
            leave();
        }
    }

    void renewalLost(Tenure past) {
        enter();
        try {
            if (past == tenure && hold != null) {
                lose(LeaseLoss.Reason.GONE);
            }
        } finally {
            leave();
        }
    }

    void renewalFailed(Tenure past) {
        enter();
        try {
            Hold current = hold;
            if (past == tenure && current != null) {
                past.renewalFailed(context.now());
                watch(current);
            }
        } finally {
            leave();
        }
    }

    /** The client closes: tells the holder, wakes who waits, gives everything back. */
    void close() {
        enter();
        try {
            while (!queue.isEmpty()) {
                answer(queue.remove(), new Answer.Failed(new ClientClosedException(name)));
            }
            if (hold != null) {
                lose(LeaseLoss.Reason.CLOSED);
            } else if (phase == Phase.CLAIMING) {
                stopContending();
            } else {
                retireIfForgotten();
            }
        } finally {
            leave();
        }
    }

    // ---- the small steps ------------------------------------------------------------------------

    private void lose(LeaseLoss.Reason reason) {
        Hold held = hold;
        Tenure past = tenure;
        if (held == null || past == null) {
            return;
        }
        LeaseLoss loss = story(held, reason);
        if (held.waiter().ownedByThread()) {
            List<Hold> more = new ArrayList<>(lost);
            more.add(held);
            lost = more;
        }
        held.lost(loss);
        hold = null;
        for (Consumer<LeaseLoss> listener : held.takeListeners()) {
            then(() -> context.callbacks().execute(() -> listener.accept(loss)));
        }
        context.observers().tell(() -> new LockEvent.Lost(loss));
        if (reason == LeaseLoss.Reason.GONE || reason == LeaseLoss.Reason.REVOKED) {
            tenure = null;
            proceed();
        } else {
            giveBack(past, null);
        }
    }

    /** Forgets that a thread lost the lock: it has been told. */
    private void forgetLost(Hold held) {
        if (!lost.isEmpty()) {
            lost = lost.stream().filter(past -> past != held).toList();
            retireIfForgotten();
        }
    }

    private void extendNow(Tenure current, long lease) {
        current.hasten(lease, context.now());
        around.renewer().watch(context.now());
    }

    private void watch(Hold current) {
        around.renewer()
                .watch(current.wantsRenewal()
                        ? Math.min(current.deadline(), current.tenure().renewAt())
                        : current.deadline());
    }

    private void answer(Waiter waiter, Answer given) {
        waiter.answer(given);
        then(() -> Delivery.deliver(this, waiter, context.callbacks()));
    }

    private LeaseLoss story(Hold held, LeaseLoss.Reason reason) {
        return new LeaseLoss(name, held.token(), reason, Instant.now());
    }

    private @Nullable Holder localHolder() {
        Hold current = hold;
        return current == null ? null : context.holder(current.waiter());
    }
}
