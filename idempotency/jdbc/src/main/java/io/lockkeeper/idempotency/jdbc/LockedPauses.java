package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.StoreUnavailableException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Pauses of a renewal between its looks at rows that somebody has locked. */
final class LockedPauses {

    private static final int MOST = 4;

    private int made;

    /**
     * Pauses.
     *
     * @throws StoreUnavailableException if there were enough: of the leases, some are renewed
     */
    void pause() {
        made++;
        if (made > MOST) {
            throw new StoreUnavailableException(
                    "A transaction has locked a key in the database of idempotency; its lease is not renewed",
                    true,
                    null);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10L << made));
    }
}
