package io.lockkeeper.engine;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.PlainText;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The ear of a client: listens to its store from the first wait on, and passes what it hears to the locks. */
final class Push implements GrantPush.Signals {

    private enum State {
        DEAF,
        OPENING,
        LISTENING,
        /** The store answered that it can't be listened to: it is asked again, but not by each waiter. */
        REFUSED
    }

    private static final long AFTER_A_REFUSAL = 30_000_000_000L;

    private final Context context;
    private final Map<String, LocalLock> locks;
    private final AtomicReference<State> state = new AtomicReference<>(State.DEAF);
    private final AtomicInteger failures = new AtomicInteger();
    private volatile long hears = Long.MIN_VALUE;

    Push(Context context, Map<String, LocalLock> locks) {
        this.context = context;
        this.locks = locks;
    }

    /** Whether the store can push at all. */
    boolean possible() {
        return context.store() instanceof GrantPush;
    }

    /** Whether nothing that the store pushes can be missed. */
    boolean listening() {
        return state.get() == State.LISTENING;
    }

    /** Whether something may have been missed since a time: the client began to listen later, or again. */
    boolean mayHaveMissed(long since) {
        return hears >= since;
    }

    /** Begins to listen, unless that was begun; once it does, everything that waits asks again. Not under a guard. */
    void listen() {
        if (!(context.store() instanceof GrantPush store) || !state.compareAndSet(State.DEAF, State.OPENING)) {
            return;
        }
        CompletionStage<Void> opened = Calls.to(() -> store.listen(context.client(), this));
        opened.whenComplete((nothing, failure) -> opened(failure));
    }

    private void opened(@Nullable Throwable failure) {
        if (failure == null) {
            state.set(State.LISTENING);
            failures.set(0);
            missed();
        } else if (Failures.of(failure) instanceof StoreUnavailableException) {
            state.set(State.DEAF);
            // Until it listens, a waiter only asks now and then; so it is not left to the next time that it asks.
            context.after(context.backoff().afterFailures(failures.incrementAndGet()), this::listenForWaiters);
        } else {
            state.set(State.REFUSED);
            context.after(AFTER_A_REFUSAL, () -> {
                state.set(State.DEAF);
                listenForWaiters();
            });
            Log.get().warn("Cannot receive messages from the store: waiters poll instead.", failure);
        }
    }

    private void listenForWaiters() {
        if (!locks.isEmpty()) {
            listen();
        }
    }

    @Override
    public void granted(Grant grant, long secret) {
        long received = context.now();
        if (!context.hasMade(grant.claim())) {
            return;
        }
        if (secret != context.secrets().of(grant.claim())) {
            Log.get()
                    .warn(
                            "A message that grants the lock '{}' does not contain the claim's secret; ignored.",
                            PlainText.line(grant.name()));
            return;
        }
        LocalLock lock = locks.get(grant.name());
        if (!context.left().has(grant.claim()) && (lock == null || !lock.granted(grant, received))) {
            // Nobody here wants it any more, as after an outage: given back, so that others need not wait for it. If
            // this fails too, the grant ends with its claim time.
            Calls.to(() -> context.store().withdraw(StoreRequests.claimOf(grant), true));
        }
    }

    @Override
    public void free(String name) {
        LocalLock lock = locks.get(name);
        if (lock != null) {
            lock.recheck();
        }
    }

    @Override
    public void contended(String name) {
        LocalLock lock = locks.get(name);
        if (lock != null) {
            lock.contended();
        }
    }

    @Override
    public void lost(String name, ClaimId claim, LeaseLoss.Reason reason) {
        LocalLock lock = locks.get(name);
        if (lock != null) {
            lock.lost(claim, reason, true);
        }
    }

    @Override
    public void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason) {
        LocalLock lock = locks.get(name);
        if (lock != null) {
            lock.lost(claim, reason, false);
        }
    }

    @Override
    public void mayBeRecalled(String name, ClaimId claim) {
        LocalLock lock = locks.get(name);
        if (lock != null) {
            lock.recalls().mayBeRecalled(claim);
        }
    }

    @Override
    public void missed() {
        hears = context.now();
        for (LocalLock lock : locks.values()) {
            lock.missed();
        }
    }
}
