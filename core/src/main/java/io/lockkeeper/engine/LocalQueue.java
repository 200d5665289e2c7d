package io.lockkeeper.engine;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Who waits for one lock in this process, first come first served. All methods are called under the guard. */
final class LocalQueue {

    private final Guard guard;
    private final Context context;
    private final Deque<Waiter> waiters = new ArrayDeque<>(2);

    LocalQueue(Guard guard, Context context) {
        this.guard = guard;
        this.context = context;
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    int size() {
        return waiters.size();
    }

    /** The first in line, or null. */
    @Nullable
    Waiter head() {
        return waiters.peek();
    }

    /** Whether the first in line would wait; true if there is none. */
    boolean headMayWait() {
        Waiter head = waiters.peek();
        return head == null || head.mayWait();
    }

    /** Adds a waiter whose time, if bounded, begins to run out. */
    void add(LocalLock lock, Waiter waiter) {
        waiters.add(waiter);
        Duration wait = waiter.options().maxWait().orElse(null);
        if (wait != null && waiter.mayWait()) {
            guard.then(() -> guard.run(() -> {
                if (!waiter.hasLeft()) {
                    long left = waiter.since() + wait.toNanos() - context.now();
                    waiter.timeout(context.after(left, () -> lock.timedOut(waiter)));
                }
            }));
        }
    }

    /** Takes a waiter out. False if it was not there. */
    boolean remove(Waiter waiter) {
        if (!waiters.remove(waiter)) {
            return false;
        }
        waiter.leave();
        return true;
    }

    /** Takes the first in line out, to be answered by the caller. */
    Waiter take() {
        return waiters.remove();
    }

    /** Answers a waiter that is not in line any more. */
    void answer(LocalLock lock, Waiter waiter, Answer given) {
        waiter.answer(given);
        if (waiter.thread() == Thread.currentThread()) {
            return; // It looks for its answer before it parks.
        }
        guard.then(() -> Delivery.deliver(lock, waiter, context.callbacks()));
    }

    /** Fails the first in line if it would not wait for the store to come back. */
    void failImpatientHead(LocalLock lock, StoreUnavailableException failure) {
        if (!headMayWait()) {
            answer(lock, take(), new Answer.Failed(failure));
        }
    }

    /** Wakes everyone: the client is closed. */
    void close(LocalLock lock) {
        while (!waiters.isEmpty()) {
            answer(lock, take(), new Answer.Failed(new ClientClosedException(lock.name())));
        }
    }
}
