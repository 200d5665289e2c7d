package io.lockkeeper.engine;

import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockOptions;
import io.lockkeeper.time.Timer.Scheduled;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition on its way: a thread that parks, or what a future waits for. Its answer is given once, under the guard
 * of its lock; to deliver it comes after.
 */
final class Waiter {

    private final Request request;
    private final @Nullable Thread thread;
    private final boolean ownedByThread;
    private final @Nullable Consumer<Waiter> future;
    private volatile @Nullable Answer answer;
    private @Nullable Scheduled timeout;
    private @Nullable Waiter next;
    private boolean left;
    private boolean contended;
    private boolean hurried;

    private Waiter(Request request, @Nullable Thread thread, boolean ownedByThread, @Nullable Consumer<Waiter> future) {
        this.request = request;
        this.thread = thread;
        this.ownedByThread = ownedByThread;
        this.future = future;
    }

    /**
     * What is asked for.
     *
     * @param options all of it
     * @param policy how long the lease lasts
     * @param mayWait whether it waits if the lock is taken
     * @param since when it began, by the ticker
     */
    record Request(LockOptions options, LeasePolicy policy, boolean mayWait, long since) {}

    /** The calling thread will park until the answer comes. */
    static Waiter blocking(Request request, boolean ownedByThread) {
        return new Waiter(request, Thread.currentThread(), ownedByThread, null);
    }

    /** A future waits: {@code completed} is called when the answer is there, not under a guard. */
    static Waiter async(Request request, Consumer<Waiter> completed) {
        return new Waiter(request, null, false, completed);
    }

    LockOptions options() {
        return request.options();
    }

    LeasePolicy policy() {
        return request.policy();
    }

    /** Whether it waits if the lock is taken. */
    boolean mayWait() {
        return request.mayWait() && !hurried;
    }

    /** Its time is over: it waits no more. */
    void hurry() {
        hurried = true;
    }

    /** Whether its time was over before the store's first answer. */
    boolean isHurried() {
        return hurried;
    }

    /** Whether it may queue in the store: a grant that is pushed may be shorter than what is to stay taken. */
    boolean mayQueue() {
        return mayWait() && options().atLeast().isZero();
    }

    /** Whether it is this thread that waits, and has the time to block for so long. */
    boolean mayBlock(Duration longest) {
        return thread == Thread.currentThread()
                && (!mayWait()
                        || options()
                                .maxWait()
                                .map(wait -> wait.compareTo(longest) >= 0)
                                .orElse(true));
    }

    /** When it began, by the ticker. */
    long since() {
        return request.since();
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

    // ---- for the queue, under the guard of the lock ---------------------------------------------

    @Nullable
    Waiter next() {
        return next;
    }

    void followedBy(@Nullable Waiter waiter) {
        next = waiter;
    }

    /** Its time runs out by this timer. */
    void timeout(Scheduled scheduled) {
        timeout = scheduled;
    }

    /** It found the lock taken, or others before it. */
    void contend() {
        contended = true;
    }

    /** Whether it had to wait for others. */
    boolean isContended() {
        return contended;
    }

    /** Waits no more: its time need not run out. */
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

    /** Gives the answer; {@link #deliver} follows. */
    void answer(Answer given) {
        leave();
        answer = given;
    }

    /** Brings the answer to whoever waits. Not under a guard. */
    void deliver() {
        if (future == null) {
            LockSupport.unpark(thread);
        } else {
            future.accept(this);
        }
    }
}
