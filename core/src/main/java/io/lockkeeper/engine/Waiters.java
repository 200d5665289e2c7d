package io.lockkeeper.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for one lock in this process, and who has left but is still to be told: when its claim has left the store's
 * queue, too. Used under the guard of the lock.
 */
final class Waiters {

    private final Guard guard;
    private final WaiterQueue queue = new WaiterQueue();
    private @Nullable List<Farewell> farewells;

    Waiters(Guard guard) {
        this.guard = guard;
    }

    private record Farewell(Waiter waiter, Answer answer) {}

    boolean isEmpty() {
        return queue.isEmpty();
    }

    int size() {
        return queue.size();
    }

    @Nullable
    Waiter head() {
        return queue.head();
    }

    void add(Waiter waiter) {
        assert guard.entered();
        queue.add(waiter);
    }

    /** Takes the first in line out, to be answered by the caller. */
    Waiter take() {
        return queue.take();
    }

    /** Takes a waiter out of the line. False if it has its answer, or is about to. */
    boolean remove(Waiter waiter) {
        if (waiter.answer() != null || !queue.remove(waiter)) {
            return false;
        }
        waiter.leave();
        return true;
    }

    /** Gives a waiter that is not in line any more its answer. */
    void answer(Waiter waiter, Answer given) {
        waiter.answer(given);
        if (waiter.thread() != Thread.currentThread()) { // That one looks for its answer before it parks.
            guard.then(waiter::deliver);
        }
    }

    /** Answers everybody who waits. */
    void answerAll(Answer given) {
        while (!queue.isEmpty()) {
            answer(queue.take(), given);
        }
    }

    /** Answers those at the front who would not wait. */
    void answerImpatient(Answer given) {
        while (!queue.headMayWait()) {
            answer(queue.take(), given);
        }
    }

    /** Keeps the answer of a waiter that has left until {@link #sayFarewell}. */
    void sayLater(Waiter waiter, Answer farewell) {
        if (farewells == null) {
            farewells = new ArrayList<>(1);
        }
        farewells.add(new Farewell(waiter, farewell));
    }

    void sayFarewell() {
        List<Farewell> all = farewells;
        farewells = null;
        if (all != null) {
            all.forEach(left -> answer(left.waiter(), left.answer()));
        }
    }
}
