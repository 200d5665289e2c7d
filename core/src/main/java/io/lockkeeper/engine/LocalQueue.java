package io.lockkeeper.engine;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for one lock in this process, first come first served. All methods but {@link #abandon} are called under the lock.guard().
 *
 * <p>The waiters are linked to each other, so that a lock which is only held pays for no queue.
 */
final class LocalQueue {

    private final LocalLock lock;
    private @Nullable Waiter head;
    private @Nullable Waiter tail;
    private int size;
    private @Nullable StoreUnavailableException trouble;

    LocalQueue(LocalLock lock) {
        this.lock = lock;
    }

    boolean isEmpty() {
        return head == null;
    }

    int size() {
        return size;
    }

    /** The first in line, or null. */
    @Nullable
    Waiter head() {
        return head;
    }

    /** Whether the first in line would wait; true if there is none. */
    boolean headMayWait() {
        return head == null || head.mayWait();
    }

    /** Adds a waiter whose time, if bounded, begins to run out. */
    void add(Waiter waiter) {
        append(waiter);
        Duration wait = waiter.options().maxWait().orElse(null);
        if (wait != null && waiter.mayWait()) {
            lock.guard()
                    .then(() -> lock.guard().run(() -> {
                        if (!waiter.hasLeft()) {
                            long left = waiter.since()
                                    + wait.toNanos()
                                    - lock.context().now();
                            waiter.timeout(lock.context().after(left, () -> timedOut(waiter)));
                        }
                    }));
        }
    }

    private void append(Waiter waiter) {
        if (tail == null) {
            head = waiter;
        } else {
            tail.followedBy(waiter);
        }
        tail = waiter;
        size++;
    }

    private void timedOut(Waiter waiter) {
        lock.guard().run(() -> {
            Answer given = lock.inVain();
            if (leave(waiter)) {
                answer(waiter, given);
            }
        });
    }

    /** Lets a waiter leave. False if its answer was given already. Not under the lock.guard(). */
    boolean abandon(Waiter waiter) {
        lock.guard().enter();
        try {
            return leave(waiter);
        } finally {
            lock.guard().leave();
        }
    }

    private boolean leave(Waiter waiter) {
        if (waiter.answer() != null || !remove(waiter)) {
            return false;
        }
        if (isEmpty()) {
            lock.nobodyWaits();
        }
        return true;
    }

    private boolean remove(Waiter waiter) {
        Waiter before = null;
        Waiter current = head;
        while (current != null && current != waiter) {
            before = current;
            current = current.next();
        }
        if (current == null) {
            return false;
        }
        unlink(before, current);
        waiter.leave();
        return true;
    }

    /** Takes the first in line out, to be answered by the caller. */
    Waiter take() {
        Waiter first = head;
        if (first == null) {
            throw new IllegalStateException("Nobody waits.");
        }
        unlink(null, first);
        return first;
    }

    private void unlink(@Nullable Waiter before, Waiter gone) {
        Waiter after = gone.next();
        if (before == null) {
            head = after;
        } else {
            before.followedBy(after);
        }
        if (after == null) {
            tail = before;
        }
        gone.followedBy(null);
        size--;
    }

    /** Answers a waiter that is not in line any more. */
    void answer(Waiter waiter, Answer given) {
        waiter.answer(given);
        if (waiter.thread() == Thread.currentThread()) {
            return; // It looks for its answer before it parks.
        }
        lock.guard().then(() -> Delivery.deliver(lock, waiter, lock.context().callbacks()));
    }

    /** Why the store gives nobody an answer, if it does not. */
    @Nullable
    StoreUnavailableException trouble() {
        return trouble;
    }

    void storeAnswered() {
        trouble = null;
    }

    /** Fails the first in line if it would not wait for the store to come back. */
    void storeFailed(StoreUnavailableException failure) {
        trouble = failure;
        if (!headMayWait()) {
            answer(take(), new Answer.Failed(failure));
        }
    }

    /** Wakes everyone: the client is closed. */
    void close() {
        while (!isEmpty()) {
            answer(take(), new Answer.Failed(new ClientClosedException(lock.name())));
        }
    }
}
