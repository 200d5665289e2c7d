package io.lockkeeper.engine;

import io.lockkeeper.StoreUnavailableException;

/**
 * Tells waiters whose time is over that the store does not answer, if it did not answer soon after that. Used under the
 * guard of the lock.
 */
final class Dismissals {

    /** How long a waiter whose time is over waits for the store's answer: a store that is not in trouble takes less. */
    private static final long LONGEST_FAREWELL = 1_000_000_000;

    private final String name;
    private final Context context;
    private final Guard guard;
    private final Waiters waiters;
    private final StoreTrouble trouble;

    Dismissals(String name, Context context, Guard guard, Waiters waiters, StoreTrouble trouble) {
        this.name = name;
        this.context = context;
        this.guard = guard;
        this.waiters = waiters;
        this.trouble = trouble;
    }

    /**
     * Has a waiter told soon.
     *
     * @param waiter the waiter: in the queue, or to be told farewell
     * @param left what follows if it was in the queue
     */
    void later(Waiter waiter, Runnable left) {
        // After the transition and its requests, so that a store that answers at once costs no timer.
        guard.then(() -> guard.run(() -> {
            if (waiter.answer() == null) {
                waiter.timeout(context.after(LONGEST_FAREWELL, () -> guard.run(() -> dismiss(waiter, left))));
            }
        }));
    }

    private void dismiss(Waiter waiter, Runnable left) {
        StoreUnavailableException failure = failure();
        if (waiters.remove(waiter)) {
            waiters.answer(waiter, new Answer.Failed(failure));
            left.run();
        } else {
            waiters.sayFarewellTo(waiter, failure);
        }
    }

    private StoreUnavailableException failure() {
        StoreUnavailableException met = trouble.last();
        if (met != null) {
            return met;
        }
        String store = context.store().guarantees().store();
        return new StoreUnavailableException(
                "The store (" + store + ") does not answer in time for the lock '" + name + "'.", true, null);
    }
}
