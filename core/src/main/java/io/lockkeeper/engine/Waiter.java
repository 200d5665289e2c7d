package io.lockkeeper.engine;

import io.lockkeeper.Lease;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockOptions;
import io.lockkeeper.time.Timer.Scheduled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition on its way: a thread that parks, or a future.
 *
 * <p>Its answer is given once, under the guard of its lock; waking comes after.
 */
final class Waiter {

    private final LockOptions options;
    private final LeasePolicy policy;
    private final @Nullable Thread thread;
    private final boolean ownedByThread;
    private final boolean mayWait;
    private final long since;
    private final @Nullable CompletableFuture<Lease> future;
    private volatile @Nullable Answer answer;
    private volatile boolean published;
    private @Nullable Scheduled timeout;
    private @Nullable Waiter next;
    private boolean left;

    private Waiter(
            Request request,
            @Nullable Thread thread,
            boolean ownedByThread,
            @Nullable CompletableFuture<Lease> future) {
        this.options = request.options();
        this.policy = request.policy();
        this.mayWait = request.mayWait();
        this.since = request.since();
        this.thread = thread;
        this.ownedByThread = ownedByThread;
        this.future = future;
    }

    /** What is asked for. */
    record Request(LockOptions options, LeasePolicy policy, boolean mayWait, long since) {}

    /** The calling thread will park until the answer comes. */
    static Waiter blocking(Request request, boolean ownedByThread) {
        return new Waiter(request, Thread.currentThread(), ownedByThread, null);
    }

    /** A future will be completed. */
    static Waiter async(Request request, CompletableFuture<Lease> future) {
        return new Waiter(request, null, false, future);
    }

    LockOptions options() {
        return options;
    }

    LeasePolicy policy() {
        return policy;
    }

    /** Whether it waits if the lock is taken. */
    boolean mayWait() {
        return mayWait;
    }

    /** Whether it is this thread that waits, and has the time to block for so long. */
    boolean mayBlock(Duration longest) {
        return thread == Thread.currentThread()
                && (!mayWait
                        || options.maxWait()
                                .map(wait -> wait.compareTo(longest) >= 0)
                                .orElse(true));
    }

    /** When it began, by the ticker. */
    long since() {
        return since;
    }

    /** The thread that asked, unless it did not wait for the answer. */
    @Nullable
    Thread thread() {
        return thread;
    }

    /** Whether the thread is to be the owner, as {@link java.util.concurrent.locks.Lock} wants it. */
    boolean ownedByThread() {
        return ownedByThread;
    }

    @Nullable
    Answer answer() {
        return answer;
    }

    @Nullable
    CompletableFuture<Lease> future() {
        return future;
    }

    /** Who waits behind it. For the queue, under the guard of the lock. */
    @Nullable
    Waiter next() {
        return next;
    }

    void followedBy(@Nullable Waiter waiter) {
        next = waiter;
    }

    /** From now on the future has been seen by its user, whose code may run when it is completed. */
    void publish() {
        published = true;
    }

    boolean published() {
        return published;
    }

    void timeout(Scheduled scheduled) {
        timeout = scheduled;
    }

    /** Gives the answer. Under the guard of the lock; {@link #wake} follows. */
    void answer(Answer given) {
        leave();
        answer = given;
    }

    /** Waits no more: its time need not run out. Under the guard of the lock. */
    void leave() {
        left = true;
        if (timeout != null) {
            timeout.cancel();
        }
    }

    /** Whether it waits no more. */
    boolean hasLeft() {
        return left;
    }

    /** Wakes the thread that waits; futures are completed by their owner. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /**
     * Parks until the answer comes.
     *
     * @param lock left if the thread is interrupted
     * @param interruptible whether an interrupt ends the wait; else the thread's flag is kept for later
     */
    Answer await(LocalLock lock, boolean interruptible) throws InterruptedException {
        boolean interrupted = false;
        Answer given;
        while ((given = answer) == null) {
            LockSupport.park(lock);
            if (Thread.interrupted()) {
                if (interruptible && lock.queue().abandon(this)) {
                    throw new InterruptedException("Interrupted while waiting for the lock '" + lock.name() + "'.");
                }
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return given;
    }
}
