package io.lockkeeper.spring.integration;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.NotHeldException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A thread's hold of a lock. Used by that thread; others ask whether it is held. */
final class ThreadHold {

    private volatile Lease lease;
    private boolean fixed;
    private int count = 1;
    private final AtomicBoolean reported = new AtomicBoolean();

    ThreadHold(Lease lease, LockOptions options) {
        this.lease = lease;
        this.fixed = isFixed(options);
    }

    private static boolean isFixed(LockOptions options) {
        return options.lease().filter(LeasePolicy.Fixed.class::isInstance).isPresent();
    }

    boolean isHeld() {
        return lease.isHeld();
    }

    Lease lease() {
        return lease;
    }

    /** Enters once more, if the lock is still held. A fixed lease lasts for the time to live from now on, or longer. */
    boolean enterAgain(@Nullable Duration timeToLive) {
        if (!lease.isHeld() || !prolonged(timeToLive)) {
            return false;
        }
        count = Math.addExact(count, 1);
        return true;
    }

    private boolean prolonged(@Nullable Duration timeToLive) {
        if (!fixed || timeToLive == null || lease.remaining().orElse(timeToLive).compareTo(timeToLive) >= 0) {
            return true;
        }
        return extended(timeToLive);
    }

    /** Enters once more what was lost and has been acquired anew. */
    void enterAnew(Lease acquired, LockOptions options) {
        lease = acquired;
        fixed = isFixed(options);
        count = Math.addExact(count, 1);
    }

    /** Leaves once; returns how often the thread must still leave. */
    int leave() {
        return --count;
    }

    /** Has the store renew the lease; false if it is lost. A renewed lease is at least so long, a fixed one exactly. */
    boolean renew(LockClient client, @Nullable Duration timeToLive) {
        if (!lease.isHeld()) {
            return false;
        }
        if (fixed && timeToLive != null) {
            return extended(timeToLive);
        }
        Duration lasting = timeToLive == null ? lease.remaining().orElse(null) : timeToLive;
        if (lasting == null || client.guarantees().expiry() != Guarantees.Expiry.STORE_CLOCK) {
            lease.verify();
            return true; // Held for as long as the session or the process lives; what the store says of it, the client
            // tells.
        }
        if (lasting.isZero()) {
            return false; // Its end came between the two questions.
        }
        try {
            boolean current = client.extend(lease.id(), lasting);
            if (!current) {
                lease.verify();
            }
            return current;
        } catch (LeaseLostException | NotHeldException over) {
            return false;
        }
    }

    private boolean extended(Duration timeToLive) {
        try {
            lease.extend(timeToLive);
            return true;
        } catch (LeaseLostException | NotHeldException over) {
            return false;
        }
    }

    /** True the first time. */
    boolean report() {
        return reported.compareAndSet(false, true);
    }
}
