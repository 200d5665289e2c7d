package io.lockkeeper.engine;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockOptions;
import java.lang.ref.Cleaner.Cleanable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One holding of a lock, by a handle or by a thread: from the answer that gave it to its close or loss. Changed under the
 * guard of its lock, but for the count of entries, which is its thread's.
 */
final class Hold implements Answer {

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
    private @Nullable RecallNotice recall;
    private boolean named;
    private @Nullable Thread interrupted;
    private volatile @Nullable Cleanable watch;
    private int count = 1;

    Hold(Tenure tenure, Waiter waiter, long now) {
        this.tenure = tenure;
        this.thread = waiter.thread();
        this.ownedByThread = waiter.ownedByThread();
        this.options = waiter.options();
        this.token = tenure.takeToken();
        this.since = now;
        this.interrupted = options.interruptOnLoss() ? thread : null;
        this.limit =
                waiter.policy() instanceof LeasePolicy.Fixed fixed ? now + Nanos.of(fixed.lease()) : Deadlines.NEVER;
        options.onLost().ifPresent(listener -> {
            listeners = new ArrayList<>(1);
            listeners.add(listener);
        });
    }

    Tenure tenure() {
        return tenure;
    }

    @Nullable
    Thread thread() {
        return thread;
    }

    LockOptions options() {
        return options;
    }

    long token() {
        return token;
    }

    /** When it began, by the ticker. */
    long since() {
        return since;
    }

    /** Whether it is current at a time. */
    boolean isHeld(long now) {
        return loss == null && closing == null && now < deadline();
    }

    /** Whether the thread is the owner, as {@link java.util.concurrent.locks.Lock} wants it. */
    boolean isOwnedBy(Thread candidate) {
        return ownedByThread && thread == candidate;
    }

    boolean ownedByThread() {
        return ownedByThread;
    }

    /** Whether it is renewed for as long as it is held. */
    boolean renewed() {
        return limit == Deadlines.NEVER;
    }

    /** Until when this holding lasts unless renewed, or {@link Deadlines#NEVER}. */
    long deadline() {
        return Math.min(tenure.deadline(), limit);
    }

    /** From now on it is fixed, and ends then. */
    void endAt(long time) {
        limit = time;
    }

    /**
     * Whether the store's lease is to be prolonged. That of a fixed lease is only if the grant is much shorter than
     * what was asked for, as a pushed one is, or one by a session; not for the time that the request took.
     */
    boolean wantsRenewal() {
        return renewed() || limit - tenure.deadline() > tenure.renewal().term() / 10;
    }

    /** How long a lease a renewal asks for: no longer than it is to last. */
    long renewsFor(long now) {
        long lease = tenure.renewal().lease();
        return renewed() ? lease : Math.max(1, Math.min(lease, limit - now));
    }

    /** When to look at it next: to renew it, to ask whether the store has it still, or to end it. */
    long lookAt() {
        return Math.min(deadline(), tenure.renewal().at());
    }

    /** How much longer the lock is to stay taken though its holder lets go. */
    long rest(long now) {
        Duration atLeast = options.atLeast();
        return atLeast.isZero() ? 0 : since + Nanos.of(atLeast) - now;
    }

    /** Whether its id can be given out: it is held, or that was done before. Then nobody inherits its tenure. */
    boolean mayBeNamed() {
        if (loss == null && closing == null) {
            named = true;
            tenure.named();
        }
        return named;
    }

    /** How often the owning thread entered; only that thread asks. */
    int count() {
        return count;
    }

    /** One entry more. */
    void enterAgain(String name) {
        if (count == Integer.MAX_VALUE) {
            throw new IllegalStateException("The lock '" + name + "' was entered 2,147,483,647 times.");
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

    /** Begins to close. */
    CompletableFuture<Void> beginClosing() {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        closing = outcome;
        return outcome;
    }

    /** Ends the holding as lost. Under the guard, so that an interrupt can't come after {@code close()}. */
    void lost(LeaseLoss story) {
        loss = story;
        if (interrupted != null) {
            interrupted.interrupt();
        }
    }

    /** Has a thread interrupted by a loss, also by one that was before; null for none. Under the guard. */
    void interruptOnLoss(@Nullable Thread worker) {
        interrupted = worker;
        if (loss != null && worker != null) {
            worker.interrupt();
        }
    }

    /** Its handle is watched until it ends. */
    void watchedBy(Cleanable cleanable) {
        watch = cleanable;
        if (loss != null || closing != null) {
            unwatch(); // It ended meanwhile.
        }
    }

    /** It has ended: that nobody can close it any more is of no interest. */
    void unwatch() {
        Cleanable registered = watch;
        if (registered != null) {
            watch = null;
            registered.clean();
        }
    }

    /** The listeners to tell, each at most once. */
    List<Consumer<LeaseLoss>> takeListeners() {
        List<Consumer<LeaseLoss>> taken = listeners == null ? List.of() : listeners;
        listeners = null;
        if (recall != null) {
            recall.end();
        }
        return taken;
    }

    /** What is known of a recall. */
    RecallNotice recall() {
        if (recall == null) {
            recall = new RecallNotice();
        }
        return recall;
    }

    /** Whether it is recalled: nobody inherits the lock. */
    boolean isRecalled() {
        return recall != null && recall.isRecalled();
    }

    /** Whether somebody wants to know of a recall. */
    boolean awaitsRecall() {
        return recall != null && recall.isAwaited();
    }

    /** Whether the store did not answer when it was asked last for a recall. */
    boolean recallIsUnanswered() {
        return recall != null && recall.isUnanswered();
    }

    void addListener(Consumer<LeaseLoss> listener) {
        if (listeners == null) {
            listeners = new ArrayList<>(1);
        }
        listeners.add(listener);
    }
}
