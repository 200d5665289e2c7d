package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockOptions;
import io.lockkeeper.NotHeldException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One holding of a lock, by a handle or by a thread; to users, a {@link Lease}. */
final class Hold implements Lease, Answer {

    private final LocalLock lock;
    private final Tenure tenure;
    private final @Nullable Thread thread;
    private final boolean ownedByThread;
    private final LockOptions options;
    private final long token;
    private final long since;
    private volatile long limit;
    private volatile @Nullable LeaseLoss loss;
    private volatile @Nullable CompletableFuture<Void> closing;
    private @Nullable List<Consumer<LeaseLoss>> listeners;
    private int count = 1;

    Hold(LocalLock lock, Tenure tenure, Waiter waiter, long now) {
        this.lock = lock;
        this.tenure = tenure;
        this.thread = waiter.thread();
        this.ownedByThread = waiter.ownedByThread();
        this.options = waiter.options();
        this.token = tenure.takeToken();
        this.since = now;
        this.limit = waiter.policy() instanceof LeasePolicy.Fixed fixed
                ? now + fixed.lease().toNanos()
                : Deadlines.NEVER;
        options.onLost().ifPresent(listener -> {
            listeners = new ArrayList<>(1);
            listeners.add(listener);
        });
    }

    @Override
    public String name() {
        return lock.name();
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public boolean isHeld() {
        return loss == null && closing == null && lock.context().now() < deadline();
    }

    /** As {@link #isHeld()}, at half the cost; a machine that just woke from sleep may be believed a moment too long. */
    boolean isHeldIfAwake() {
        return loss == null && closing == null && lock.context().nowIfAwake() < deadline();
    }

    @Override
    public Optional<Duration> remaining() {
        long deadline = deadline();
        if (loss != null || closing != null) {
            return Optional.of(Duration.ZERO);
        }
        return deadline == Deadlines.NEVER
                ? Optional.empty()
                : Optional.of(
                        Duration.ofNanos(Math.max(0, deadline - lock.context().now())));
    }

    @Override
    public void ensureHeld() {
        if (!isHeld()) {
            LeaseLoss lost = expireIfDue();
            if (lost != null) {
                throw new LeaseLostException(lost);
            }
            if (closing != null) {
                throw new NotHeldException("The lease of the lock '" + name() + "' was closed.", null);
            }
        }
    }

    @Override
    public Lease onLost(Consumer<LeaseLoss> listener) {
        lock.occupancy().addListener(this, listener);
        return this;
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        return lock.release(this, lock.context().store());
    }

    @Override
    public void close() {
        if (closing == null) {
            closeNow();
        }
    }

    /** Releases and waits for the answer. */
    void closeNow() {
        try {
            lock.release(this, lock.context().blocking()).join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof LeaseLostException lost) {
                throw lost;
            }
            throw failed;
        }
    }

    /** The loss, if the lease is lost or its deadline has passed. */
    @Nullable
    LeaseLoss expireIfDue() {
        return lock.occupancy().expireIfDue(this);
    }

    /** Whether the thread is the owner, as {@link java.util.concurrent.locks.Lock} wants it. */
    boolean isOwnedBy(Thread candidate) {
        return ownedByThread && thread == candidate;
    }

    boolean ownedByThread() {
        return ownedByThread;
    }

    /** Who holds, for display. */
    Holder holder() {
        return lock.context().holder(thread, options);
    }

    Tenure tenure() {
        return tenure;
    }

    long since() {
        return since;
    }

    boolean renewed() {
        return limit == Deadlines.NEVER;
    }

    /** Until when this holding lasts unless renewed, or {@link Deadlines#NEVER}. */
    long deadline() {
        return Math.min(tenure.deadline(), limit);
    }

    /**
     * Whether the store's lease is to be prolonged. That of a fixed lease is only if the grant is much shorter than
     * what was asked for, as a pushed one is, or one by a session; not for the time that the request took.
     */
    boolean wantsRenewal() {
        return renewed() || limit - tenure.deadline() > tenure.leaseNanos() / 10;
    }

    /** Lets the holding last at least as long as an inner one asks for; never shorter than before. */
    void prolong(LeasePolicy inner, long now) {
        if (inner instanceof LeasePolicy.Renewed) {
            limit = Deadlines.NEVER;
        } else if (!renewed()) {
            limit = Math.max(limit, now + inner.lease().toNanos());
        }
    }

    /** Lets the owning thread enter again. */
    void reenter(LeasePolicy policy) {
        lock.occupancy().reenter(this, policy);
    }

    /** How often the owning thread entered; only that thread asks. */
    int count() {
        return count;
    }

    /** One entry more. */
    void enterAgain() {
        if (count == Integer.MAX_VALUE) {
            throw new IllegalStateException("The lock '" + name() + "' was entered 2,147,483,647 times.");
        }
        count++;
    }

    /** One entry less; zero means that the holding ends. */
    int leaveOnce() {
        return --count;
    }

    @Nullable
    LeaseLoss loss() {
        return loss;
    }

    /** The outcome of closing, once it has begun. */
    @Nullable
    CompletableFuture<Void> closing() {
        return closing;
    }

    /** Begins to close. Under the guard. */
    CompletableFuture<Void> beginClosing() {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        closing = outcome;
        return outcome;
    }

    /** Ends the holding as lost. Under the guard, so that an interrupt can't come after {@code close()}. */
    void lost(LeaseLoss story) {
        loss = story;
        if (thread != null && options.interruptOnLoss()) {
            thread.interrupt();
        }
    }

    /** The listeners to tell, each at most once. Under the guard. */
    List<Consumer<LeaseLoss>> takeListeners() {
        List<Consumer<LeaseLoss>> taken = listeners == null ? List.of() : listeners;
        listeners = null;
        return taken;
    }

    /** Remembers a listener. Under the guard. */
    void addListener(Consumer<LeaseLoss> listener) {
        if (listeners == null) {
            listeners = new ArrayList<>(1);
        }
        listeners.add(listener);
    }

    @Override
    public String toString() {
        return "Lease[" + name() + ", token " + token + (loss != null ? ", lost" : closing != null ? ", closed" : "")
                + "]";
    }
}
