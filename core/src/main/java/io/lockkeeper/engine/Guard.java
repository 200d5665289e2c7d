package io.lockkeeper.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes the transitions of one lock exclude each other, and carries out their effects after them, in order: requests,
 * wake-ups, listeners. One effect that fails does not keep the others from being carried out. One object: there are many.
 */
final class Guard extends ReentrantLock {

    private static final long serialVersionUID = 1L;

    /** Most transitions have one effect: a list is made for the second. */
    private transient @Nullable Runnable effect;

    private transient @Nullable List<Runnable> more;

    /** Begins a transition. */
    void enter() {
        lock();
    }

    /** Whether the caller is in a transition; for assertions. */
    boolean entered() {
        return isHeldByCurrentThread();
    }

    /** Notes what is to be done once the transition is over. */
    void then(Runnable next) {
        assert entered() : "Effects are noted in a transition.";
        if (effect == null) {
            effect = next;
            return;
        }
        if (more == null) {
            more = new ArrayList<>(2);
        }
        more.add(next);
    }

    /** Ends the transition and carries out what it noted. */
    void leave() {
        if (getHoldCount() > 1) {
            unlock(); // An inner transition: the outer one carries out the effects of both.
            return;
        }
        Runnable first = effect;
        List<Runnable> others = more;
        effect = null;
        more = null;
        unlock();
        if (first != null) {
            carryOut(first);
        }
        if (others != null) {
            others.forEach(Guard::carryOut);
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

    private static void carryOut(Runnable effect) {
        try {
            effect.run();
        } catch (Throwable mistake) { // Errors too: what comes after it must be done in any case.
            Log.get().error("A step of the lock engine failed; please report this.", mistake);
        }
    }
}
