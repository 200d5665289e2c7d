package io.lockkeeper;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A lock's current holder and its lease, as recorded in the store.
 *
 * @param holder the holder
 * @param token the holder's fencing token; 0 if there is none
 * @param since when the holder acquired the lock, by the store's clock, or by the holder's if the store has no clock;
 *     empty if unknown
 * @param remaining the remaining time of the lease by the store's clock; empty if unknown or if there is no lease
 */
public record Holding(Holder holder, long token, Optional<Instant> since, Optional<Duration> remaining) {

    /**
     * Tells whether this and another holding show the same grant: the lock was not released in between.
     *
     * @param other what the store showed of the same lock at another time
     * @return false if the clients, the tokens or the times of acquisition differ, as far as both are known
     */
    public boolean isSameGrant(Holding other) {
        boolean sameSince = since.isEmpty() || other.since.isEmpty() || since.equals(other.since);
        return token == other.token && holder.client().equals(other.holder.client()) && sameSince;
    }
}
