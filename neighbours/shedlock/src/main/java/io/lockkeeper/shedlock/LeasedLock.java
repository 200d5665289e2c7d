package io.lockkeeper.shedlock;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/** A lease as ShedLock's lock. Like every {@link AbstractSimpleLock}, it is used by one thread at a time. */
final class LeasedLock extends AbstractSimpleLock {

    private final Lease lease;
    private final Ticker ticker;
    private final long since;

    /** Created after the grant, so that what is counted from here ends no earlier than what is counted from the grant. */
    LeasedLock(LockConfiguration configuration, Lease lease, Ticker ticker) {
        super(configuration);
        this.lease = lease;
        this.ticker = ticker;
        this.since = ticker.nanos();
    }

    @Override
    protected void doUnlock() {
        Duration rest = lockConfiguration.getLockAtLeastFor().minusNanos(ticker.nanos() - since);
        try {
            if (rest.isNegative() || rest.isZero()) {
                lease.close();
            } else {
                keep(rest);
            }
        } catch (LeaseLostException | NotHeldException over) {
            // ShedLock's tasks may outlive lockAtMostFor, and their unlock says nothing of it. The client's listeners
            // do.
        }
    }

    /** Leaves the lock held for the rest of the minimum time. */
    private void keep(Duration rest) {
        try {
            lease.extend(rest);
        } catch (StoreUnavailableException unanswered) {
            // The store then keeps the lock for that time, or for the longer time that it was acquired for.
        }
        lease.letExpire();
    }

    @Override
    protected Optional<SimpleLock> doExtend(LockConfiguration extended) {
        try {
            lease.extend(extended.getLockAtMostFor());
            return Optional.of(new LeasedLock(extended, lease, ticker));
        } catch (LeaseLostException | NotHeldException over) {
            return Optional.empty();
        } catch (io.lockkeeper.LockException failure) {
            throw new LockException("The lock '" + lease.name() + "' could not be extended.", failure);
        }
    }
}
