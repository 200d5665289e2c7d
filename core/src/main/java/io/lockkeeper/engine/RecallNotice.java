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

    /** A message says that it is recalled. Whether the store is to be asked: messages that come meanwhile cost nothing. */
    boolean ask() {
        if (state != State.UNKNOWN) {
            return false;
        }
        state = State.ASKING;
        return true;
    }

    /** The store answered, or did not. Whether it is recalled. */
    boolean answered(boolean recalled) {
        state = recalled ? State.RECALLED : State.UNKNOWN;
        return recalled;
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
