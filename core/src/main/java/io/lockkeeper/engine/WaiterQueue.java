package io.lockkeeper.engine;

import org.jspecify.annotations.Nullable;

/**
 * Who waits for one lock in this process, in order. Used under the guard of the lock. The waiters are linked to each other,
 * so that a lock which is only held pays for no queue.
 */
final class WaiterQueue {

    private @Nullable Waiter head;
    private @Nullable Waiter tail;
    private int size;

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

    void add(Waiter waiter) {
        if (tail == null) {
            head = waiter;
        } else {
            tail.followedBy(waiter);
        }
        tail = waiter;
        size++;
    }

    /** Takes the first in line out. */
    Waiter take() {
        Waiter first = head;
        if (first == null) {
            throw new IllegalStateException("Nobody waits.");
        }
        unlink(null, first);
        return first;
    }

    boolean contains(Waiter waiter) {
        Waiter current = head;
        while (current != null && current != waiter) {
            current = current.next();
        }
        return current != null;
    }

    /** Takes a waiter out, wherever it stands. False if it is not there. */
    boolean remove(Waiter waiter) {
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
        return true;
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
}
