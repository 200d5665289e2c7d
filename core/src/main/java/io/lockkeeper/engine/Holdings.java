package io.lockkeeper.engine;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockEvent;
import io.lockkeeper.store.ClaimId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What this process has of one lock: its tenures, held or on their way back, and who holds by them. Used under the guard of
 * the lock, but for {@link #current()} and {@link #areLeft()}. Today a lock has one tenure at a time.
 */
final class Holdings {

    private final String name;
    private final Context context;
    private final Guard guard;
    private volatile List<Tenure> tenures = List.of();
    private volatile @Nullable Hold current;

    Holdings(String name, Context context, Guard guard) {
        this.name = name;
        this.context = context;
        this.guard = guard;
    }

    /** The current holding, if any. May be read by anybody at any time. */
    @Nullable
    Hold current() {
        return current;
    }

    /** What a thread owns. Only that thread asks, so the answer stays true. */
    @Nullable
    Hold ownedBy(Thread thread) {
        Hold held = current;
        return held != null && held.isOwnedBy(thread) ? held : null;
    }

    /** Whether this process has nothing of the lock. */
    boolean isEmpty() {
        return tenures.isEmpty();
    }

    /** Whether this process has nothing of the lock but what is left to expire. May be asked by anybody at any time. */
    boolean areLeft() {
        List<Tenure> all = tenures;
        return !all.isEmpty() && all.stream().allMatch(Tenure::isLingering);
    }

    List<Tenure> all() {
        return tenures;
    }

    /** Whether the tenure of a claim is here, held or on its way back. */
    boolean has(ClaimId claim) {
        return of(claim) != null;
    }

    /** The tenure of a claim, if it is here. */
    @Nullable
    Tenure of(ClaimId claim) {
        for (Tenure tenure : tenures) {
            if (tenure.isOf(claim)) {
                return tenure;
            }
        }
        return null;
    }

    /** Whether a tenure is on its way back, so that an answer is near. */
    boolean isReturning() {
        return !tenures.isEmpty() && current == null && !tenures.get(0).isToStay();
    }

    void add(Tenure tenure) {
        assert guard.entered();
        if (tenures.isEmpty()) {
            tenures = List.of(tenure);
        } else {
            List<Tenure> more = new ArrayList<>(tenures);
            more.add(tenure);
            tenures = List.copyOf(more);
        }
    }

    void remove(Tenure tenure) {
        assert guard.entered();
        tenure.stopLingering();
        tenures = tenures.size() == 1 && tenures.get(0) == tenure
                ? List.of()
                : tenures.stream().filter(other -> other != tenure).toList();
    }

    /** From now on, others wait in the store. */
    void contended() {
        tenures.forEach(Tenure::contended);
    }

    /** Begins a holding. */
    Hold begin(Waiter waiter, Tenure by, long now, boolean handedOver) {
        assert guard.entered();
        Hold begun = new Hold(by, waiter, now);
        by.heldBy(begun);
        current = begun;
        if (context.observers().wanted()) {
            Duration waited = Duration.ofNanos(now - waiter.since());
            tell(
                    handedOver
                            ? new LockEvent.HandedOver(name, begun.token(), waited)
                            : new LockEvent.Acquired(name, begun.token(), waited, waiter.isContended()));
        }
        long wanted = Nanos.of(context.grantable(waiter.policy().granted()));
        if (begun.renewed() && begun.options().atLeast().isZero()) {
            by.renewal().askToRenew();
        } else if (handedOver) {
            by.renewal().askEvery(context.checkInterval(), now);
        } else {
            by.renewal().askAfter(context.checkInterval(), now);
        }
        if (begun.wantsRenewal()) {
            by.plan(wanted, !begun.renewed(), now);
        }
        return begun;
    }

    /** Ends a holding as its holder wants it; the tenure stays. */
    void end(Hold held) {
        assert guard.entered();
        held.tenure().heldBy(null);
        held.takeListeners(); // What they refer to may be the lease, which must be seen when nobody refers to it.
        guard.then(held::unwatch);
        if (current == held) {
            current = null;
        }
    }

    /** A holding could not be ended: its time is over now, so that it is when it is looked at next. Nobody waits for its closing. */
    void notEnded(Hold held, Throwable failure) {
        assert guard.entered();
        Tenure tenure = held.tenure();
        held.endAt(held.since());
        held.interruptOnLoss(null);
        if ((current == null || current == held) && tenure.hold() == null && tenures.contains(tenure)) {
            tenure.heldBy(held);
            current = held;
        }
        CompletableFuture<Void> closing = held.closing();
        if (closing != null) {
            closing.completeExceptionally(failure);
        }
    }

    /** Ends a holding as lost and tells whom it concerns; the tenure stays. */
    void lose(Hold held, LeaseLoss.Reason reason) {
        LeaseLoss loss = loss(held, reason);
        Thread owner = held.thread();
        if (owner != null && held.ownedByThread()) {
            context.losses().add(owner, loss);
        }
        held.lost(loss);
        for (Consumer<LeaseLoss> listener : held.takeListeners()) {
            tell(listener, loss);
        }
        end(held);
        tell(new LockEvent.Lost(loss));
    }

    /** Completes the closing of a lease: released, or lost without our knowing. */
    void closed(Hold held, boolean gone) {
        CompletableFuture<Void> closing = held.closing();
        if (closing == null || closing.isDone()) {
            return;
        }
        if (gone) {
            LeaseLoss loss = loss(held, LeaseLoss.Reason.GONE);
            tell(new LockEvent.Lost(loss));
            guard.then(() -> closing.completeExceptionally(new LeaseLostException(loss)));
        } else {
            tellReleased(held);
            guard.then(() -> closing.complete(null));
        }
    }

    /** Tells the listeners that a holder let go. */
    void tellReleased(Hold held) {
        if (context.observers().wanted()) {
            tell(new LockEvent.Released(name, held.token(), Duration.ofNanos(context.now() - held.since())));
        }
    }

    /** Adds a listener for the loss of a holding, or tells it at once. */
    void addListener(Hold held, Consumer<LeaseLoss> listener) {
        LeaseLoss loss = held.loss();
        if (held.closing() == null && loss == null) {
            held.addListener(listener);
        } else if (held.closing() == null && loss != null) {
            tell(listener, loss);
        }
    }

    private void tell(Consumer<LeaseLoss> listener, LeaseLoss loss) {
        guard.then(() -> Copies.run(context.callbacks(), () -> listener.accept(loss)));
    }

    private void tell(LockEvent event) {
        context.observers().tell(event);
    }

    private LeaseLoss loss(Hold held, LeaseLoss.Reason reason) {
        return new LeaseLoss(name, held.token(), reason, context.instant());
    }
}
