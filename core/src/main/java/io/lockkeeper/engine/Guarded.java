package io.lockkeeper.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A state whose transitions exclude each other, and whose effects come after them. */
abstract class Guarded {

    private final ReentrantLock guard = new ReentrantLock();
    private @Nullable List<Runnable> effects;

    /** Begins a transition. */
    final void enter() {
        guard.lock();
    }

    /** Notes what is to be done once the transition is over: it may call stores and wake threads. */
    final void then(Runnable effect) {
        if (effects == null) {
            effects = new ArrayList<>(2);
        }
        effects.add(effect);
    }

    /** Ends the transition and does what it noted, in order. */
    final void leave() {
        List<Runnable> todo = effects;
        effects = null;
        guard.unlock();
        if (todo != null) {
            for (Runnable effect : todo) {
                effect.run();
            }
        }
    }

    final boolean entered() {
        return guard.isHeldByCurrentThread();
    }
}
