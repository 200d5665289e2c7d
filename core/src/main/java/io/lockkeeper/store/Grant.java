package io.lockkeeper.store;

import java.time.Duration;

/**
 * The store's word that a client holds a lock.
 *
 * @param name the lock's name
 * @param claim the claim that was granted
 * @param firstToken the first of the fencing tokens granted, at least 1; greater than every one granted before, but on
 *     a store {@linkplain io.lockkeeper.Guarantees.Tokens#NONE without tokens} only than those of this client
 * @param lastToken the last one, at least the first
 * @param remainingNanos what was left of the lease when the store answered, or {@link #UNBOUNDED}
 * @param storeNanos the store's clock when it answered; its origin means nothing
 * @param contended whether claims of other clients wait behind this grant
 */
public record Grant(
        String name,
        ClaimId claim,
        long firstToken,
        long lastToken,
        long remainingNanos,
        long storeNanos,
        boolean contended) {

    /** A lease without an end. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    /**
     * The same grant once claims of other clients are known to wait behind it.
     *
     * @return a copy
     */
    public Grant withContention() {
        return new Grant(name, claim, firstToken, lastToken, remainingNanos, storeNanos, true);
    }

    /**
     * The same grant after a renewal.
     *
     * @param lease what is left of the lease now
     * @param now the store's clock, in nanoseconds
     * @return a copy
     */
    public Grant renewed(Duration lease, long now) {
        return new Grant(name, claim, firstToken, lastToken, lease.toNanos(), now, contended);
    }
}
