package io.lockkeeper.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Makes the transitions of one lock exclude each other, and their effects come after them. One object: there are many. */
final class Guard extends ReentrantLock {

    private static final long serialVersionUID = 1L;

    /** Most transitions have one effect: a list is made for the second. */
    private transient @Nullable Runnable effect;

    private transient @Nullable List<Runnable> more;

    /** Begins a transition. */
    void enter() {
        lock();
    }

    /** Notes what is to be done once the transition is over: it may call stores and wake threads. */
    void then(Runnable next) {
        if (effect == null) {
            effect = next;
            return;
        }
        if (more == null) {
            more = new ArrayList<>(2);
        }
        more.add(next);
    }

    /** Ends the transition and does what it noted, in order. */
    void leave() {
        Runnable first = effect;
        List<Runnable> others = more;
        effect = null;
        more = null;
        unlock();
        if (first != null) {
            first.run();
        }
        if (others != null) {
            for (Runnable other : others) {
                other.run();
            }
        }
    }

    /** Makes a transition. */
    void run(Runnable transition) {
        enter();
        try {
            transition.run();
        } finally {
            leave();
        }
    }
}
