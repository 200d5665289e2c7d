package io.lockkeeper.engine;

import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import java.time.Duration;
import java.util.List;

/** A lock as the {@link Renewer} sees it: it looks after what the lock holds. */
interface Renewable {

    /** Whether a tenure must be renewed now. */
    boolean isDue(long now);

    /**
     * Ends what has expired, and notes tenures for renewal that are due, or soon will be and others are now.
     *
     * @return when to look again
     */
    long tick(long now, boolean othersAreDue, List<Due> batch);

    /** A tenure was renewed by a request that was sent at {@code sent}. */
    void renewed(Tenure tenure, Grant grant, long sent, Duration lease);

    /** The store does not have a tenure any more. */
    void renewalLost(Tenure tenure);

    /** The store did not say: for so many nanoseconds it may have prolonged the lease, 0 if it certainly did not. */
    void renewalFailed(Tenure tenure, long mayLast);

    /**
     * A tenure that is to be renewed.
     *
     * @param lock whose it is
     * @param tenure the tenure
     * @param renewal what is asked for
     */
    record Due(Renewable lock, Tenure tenure, Renewal renewal) {}
}
