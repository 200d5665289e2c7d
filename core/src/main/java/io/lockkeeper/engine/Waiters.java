package io.lockkeeper.engine;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.LockEvent;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for one lock in this process, and who has left but is still to be told: when its claim has left the store's
 * queue, too. Used under the guard of the lock.
 */
final class Waiters {

    private final String name;
    private final Context context;
    private final Guard guard;
    private final WaiterQueue queue = new WaiterQueue();
    private int impatient;
    private @Nullable List<Farewell> farewells;

    Waiters(String name, Context context, Guard guard) {
        this.name = name;
        this.context = context;
        this.guard = guard;
    }

    private record Farewell(Waiter waiter, Answer answer) {

        Answer answer(@Nullable StoreUnavailableException failure) {
            return failure != null && answer instanceof Answer.Refused ? new Answer.Failed(failure) : answer;
        }
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    int size() {
        return queue.size();
    }

    /** How many have no answer yet: who waits, and who has left but is still to be told. */
    int unanswered() {
        return queue.size() + (farewells == null ? 0 : farewells.size());
    }

    @Nullable
    Waiter head() {
        return queue.head();
    }

    /** Lets a waiter wait, as a contended one if the lock is taken or others wait. */
    void add(Waiter waiter, boolean taken) {
        assert guard.entered();
        if (taken || !isEmpty()) {
            waiter.contend();
        }
        queue.add(waiter);
        impatient += waiter.mayWait() ? 0 : 1;
    }

    /** Takes the first in line out, to be answered by the caller. */
    Waiter take() {
        Waiter first = queue.take();
        left(first);
        return first;
    }

    /** Takes a waiter out of the line. False if it has its answer, or is about to. */
    boolean remove(Waiter waiter) {
        if (waiter.answer() != null || !queue.remove(waiter)) {
            return false;
        }
        left(waiter);
        waiter.leave();
        return true;
    }

    /** Gives a waiter that is not in line any more its answer. */
    void answer(Waiter waiter, Answer given) {
        waiter.answer(given);
        if (!(given instanceof Hold) && context.observers().wanted()) {
            Duration waited = Duration.ofNanos(context.now() - waiter.since());
            context.observers().tell(new LockEvent.NotAcquired(name, reason(given), waited));
        }
        if (waiter.thread() != Thread.currentThread()) { // That one looks for its answer before it parks.
            guard.then(waiter::deliver);
        }
    }

    private static LockEvent.NotAcquired.Reason reason(Answer given) {
        if (given instanceof Answer.Failed failed) {
            return failed.failure() instanceof ClientClosedException
                    ? LockEvent.NotAcquired.Reason.CLOSED
                    : LockEvent.NotAcquired.Reason.FAILED;
        }
        return given instanceof Answer.Refused
                ? LockEvent.NotAcquired.Reason.TIMEOUT
                : LockEvent.NotAcquired.Reason.INTERRUPTED;
    }

    /** Answers everybody who waits. */
    void answerAll(Answer given) {
        while (!queue.isEmpty()) {
            answer(take(), given);
        }
    }

    /** A waiter's time is over: it waits no longer than one that would not have waited. */
    void hurry(Waiter waiter) {
        if (waiter.answer() == null && waiter.mayWait() && queue.contains(waiter)) {
            waiter.hurry();
            impatient++;
        }
    }

    /** Answers those who would not wait. */
    void answerImpatient(Answer given) {
        while (impatient > 0) {
            answer(takeImpatient(), given);
        }
    }

    /** Answers those who would not wait, of a claim that queues: who did wait is told when it has left the store's queue. */
    void answerImpatientOfQueued(Answer given) {
        while (impatient > 0) {
            Waiter waiter = takeImpatient();
            if (waiter.isHurried()) {
                sayLater(waiter, given);
            } else {
                answer(waiter, given);
            }
        }
    }

    private Waiter takeImpatient() {
        Waiter candidate = queue.head();
        while (candidate != null && candidate.mayWait()) {
            candidate = candidate.next();
        }
        Waiter found = Objects.requireNonNull(candidate, "They were counted.");
        queue.remove(found);
        left(found);
        return found;
    }

    private void left(Waiter waiter) {
        impatient -= waiter.mayWait() ? 0 : 1;
    }

    /** Keeps the answer of a waiter that has left until {@link #sayFarewell}. */
    void sayLater(Waiter waiter, Answer farewell) {
        if (farewells == null) {
            farewells = new ArrayList<>(1);
        }
        farewells.add(new Farewell(waiter, farewell));
    }

    void sayFarewell() {
        sayFarewell(null);
    }

    /** As {@link #sayFarewell()}, with the store's failure in place of a refusal: it is not known who has the lock. */
    void sayFarewell(@Nullable StoreUnavailableException failure) {
        List<Farewell> all = farewells;
        farewells = null;
        if (all != null) {
            all.forEach(left -> answer(left.waiter(), left.answer(failure)));
        }
    }

    /** As {@link #sayFarewell(StoreUnavailableException)}, to one only, if it has not been told. */
    void sayFarewellTo(Waiter waiter, StoreUnavailableException failure) {
        for (Farewell left : farewells == null ? List.<Farewell>of() : List.copyOf(farewells)) {
            if (left.waiter() == waiter && farewells != null) {
                farewells.remove(left);
                answer(waiter, left.answer(failure));
            }
        }
    }
}
