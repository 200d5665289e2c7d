package io.lockkeeper.cli;

import io.lockkeeper.Guarantees;
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
}
