package io.lockkeeper.cli;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;

/**
 * A lock as the store told of it.
 *
 * @param waitersKnown whether the list of waiters is known: where they poll, the store may not know that there are any
 */
record LockView(LockStatus lock, boolean waitersKnown) {
    static LockView of(LockStatus lock, Guarantees guarantees) {
        boolean polled = guarantees.order() == Guarantees.Order.POLLED;
        return new LockView(lock, !polled || !lock.waiters().isEmpty());
    }

    /** The holder's fencing token, of which the store may have granted more; or the last one of a free lock; 0 for none. */
    long token() {
        return token(lock);
    }

    static long token(LockStatus lock) {
        long held = lock.holding().map(Holding::token).orElse(0L);
        return held == 0 ? lock.token() : held;
    }
}
