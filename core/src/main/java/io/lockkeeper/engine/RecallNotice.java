package io.lockkeeper.engine;

import io.lockkeeper.LeaseRecall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
 * is asked once more.
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

    /** The store answered, or did not: then the answer is null. Whether it is recalled. */
    boolean answered(@Nullable Boolean answer) {
        boolean recalled = Boolean.TRUE.equals(answer);
        state = recalled ? State.RECALLED : State.UNKNOWN;
        unanswered = answer == null;
        return recalled;
    }

    /** Whether a message came after the question was sent that was answered last. */
    boolean takeAnnounced() {
        boolean taken = announced;
        announced = false;
        return taken;
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
