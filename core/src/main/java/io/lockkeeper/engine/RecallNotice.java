package io.lockkeeper.engine;

import io.lockkeeper.LeaseRecall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What is known of a recall of one holding, and whom to tell. Used under the guard of the lock.
 *
 * <pre>
 *            a message            the store: yes
 *   UNKNOWN ───────────▶ ASKING ──────────────────▶ RECALLED
 *      ▲                   │
 *      └───────────────────┘ the store: no, or no answer
 * </pre>
 *
 * <p>A message that comes while the store is asked may be of a recall that came after the question: if the answer is no, it
 * is asked once more. Who has inherited the grant while the store was asked is RECALLED by that answer, without a question.
 */
final class RecallNotice {

    private enum State {
        UNKNOWN,
        ASKING,
        RECALLED
    }

    private final List<Consumer<LeaseRecall>> listeners = new ArrayList<>(1);
    private State state = State.UNKNOWN;
    private boolean awaited;
    private boolean announced;
    private boolean unanswered;

    /** A message says that it is recalled. Whether the store is to be asked now: of all messages that come meanwhile, one counts. */
    boolean announce() {
        announced = state == State.ASKING;
        return ask();
    }

    /** Whether the store is to be asked: not if it was already, and has not answered yet. */
    boolean ask() {
        if (state != State.UNKNOWN) {
            return false;
        }
        state = State.ASKING;
        return true;
    }

    /** The store answered, or did not. Whether a message came since it was asked. */
    boolean answered(boolean inTime) {
        if (state == State.ASKING) {
            state = State.UNKNOWN;
        }
        unanswered = !inTime;
        boolean taken = announced;
        announced = false;
        return taken;
    }

    /** The store said that the grant is recalled. Whether that is news. */
    boolean confirm() {
        boolean news = state != State.RECALLED;
        state = State.RECALLED;
        return news;
    }

    /** Whether the store did not answer when it was asked last: where it tells of recalls, it may not have begun to. */
    boolean isUnanswered() {
        return unanswered;
    }

    boolean isRecalled() {
        return state == State.RECALLED;
    }

    /** Whether somebody wants to know. */
    boolean isAwaited() {
        return awaited;
    }

    /** Adds a listener, which is to be told at once if it is recalled. */
    void add(Consumer<LeaseRecall> listener) {
        awaited = true;
        listeners.add(listener);
    }

    /** The listeners to tell, each once. */
    List<Consumer<LeaseRecall>> take() {
        List<Consumer<LeaseRecall>> taken = List.copyOf(listeners);
        listeners.clear();
        return taken;
    }

    /** The holding has ended: nobody is told. */
    void end() {
        awaited = false;
        listeners.clear();
    }
}
