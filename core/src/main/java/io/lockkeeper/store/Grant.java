package io.lockkeeper.store;

import java.time.Duration;

/**
 * A lock that the store has granted to a client.
 *
 * @param name the lock's name
 * @param claim the claim that was granted
 * @param tokens the fencing tokens granted
 * @param remaining the remaining lease when the store answered
 * @param contended whether claims of other clients wait behind this grant
 */
public record Grant(String name, ClaimId claim, Tokens tokens, Remaining remaining, boolean contended) {

    /** A lease without an end. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    /** The first of the fencing tokens granted. */
    public long firstToken() {
        return tokens.first();
    }

    /** The last of the fencing tokens granted. */
    public long lastToken() {
        return tokens.last();
    }

    /** Returns the remaining lease when the store answered, or {@link #UNBOUNDED}. */
    public long remainingNanos() {
        return remaining.nanos();
    }

    /** The store's clock when it answered; its origin is arbitrary. */
    public long storeNanos() {
        return remaining.storeNanos();
    }

    /**
     * Returns the same grant with claims of other clients waiting behind it.
     *
     * @return a copy
     */
    public Grant withContention() {
        return new Grant(name, claim, tokens, remaining, true);
    }

    /**
     * Returns the same grant after a renewal.
     *
     * @param lease the remaining lease
     * @param now the store's clock, in nanoseconds
     * @return a copy
     */
    public Grant renewed(Duration lease, long now) {
        return new Grant(name, claim, tokens, new Remaining(lease.toNanos(), now), contended);
    }
}
