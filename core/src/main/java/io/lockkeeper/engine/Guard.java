package io.lockkeeper.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Makes the transitions of one lock exclude each other, and their effects come after them. */
final class Guard {

    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable List<Runnable> effects;

    /** Begins a transition. */
    void enter() {
        lock.lock();
    }

    /** Notes what is to be done once the transition is over: it may call stores and wake threads. */
    void then(Runnable effect) {
        if (effects == null) {
            effects = new ArrayList<>(2);
        }
        effects.add(effect);
    }

    /** Ends the transition and does what it noted, in order. */
    void leave() {
        List<Runnable> todo = effects;
        effects = null;
        lock.unlock();
        if (todo != null) {
            for (Runnable effect : todo) {
                effect.run();
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
