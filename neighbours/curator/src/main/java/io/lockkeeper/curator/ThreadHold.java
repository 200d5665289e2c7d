package io.lockkeeper.curator;

import io.lockkeeper.Lease;
import java.util.concurrent.atomic.AtomicBoolean;

/** A thread's hold of a mutex. Used by that thread; others ask whether it is held. */
final class ThreadHold {

    private volatile Lease lease;
    private final AtomicBoolean reported = new AtomicBoolean();
    private int count = 1;

    ThreadHold(Lease lease) {
        this.lease = lease;
    }

    Lease lease() {
        return lease;
    }

    boolean isHeld() {
        return lease.isHeld();
    }

    /** Enters once more, if the lock is still held. */
    boolean enterAgain() {
        if (!lease.isHeld()) {
            return false;
        }
        count = Math.addExact(count, 1);
        return true;
    }

    /** Enters once more what was lost and has been acquired anew. */
    void enterAnew(Lease acquired) {
        lease = acquired;
        count = Math.addExact(count, 1);
    }

    /** Leaves once; returns how often the thread must still leave. */
    int leave() {
        return --count;
    }

    /** True the first time. */
    boolean report() {
        return reported.compareAndSet(false, true);
    }
}
