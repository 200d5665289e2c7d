package io.lockkeeper.store;

import io.lockkeeper.Holder;
import java.time.Duration;

/**
 * A client's request to hold a lock. A client has at most one claim per name at a time.
 *
 * @param name the lock's name
 * @param id identifies the claim, however often it is sent
 * @param holder the client that makes the claim, for display
 * @param terms the requested permits, lease and tokens
 * @param pushSecret a random number that a pushed grant of this claim must show, known to the client and the store only;
 *     0 if the store must not queue the claim, which is so until the client listens
 */
public record Claim(String name, ClaimId id, Holder holder, Terms terms, long pushSecret) {

    /** Returns whether the store may queue the claim and push its grant later. */
    public boolean mayQueue() {
        return pushSecret != 0;
    }

    /**
     * Returns the same claim, which may or may not queue.
     *
     * @param secret the secret that a pushed grant must contain; 0 if the claim must not queue
     * @return a copy with the same id
     */
    public Claim withPushSecret(long secret) {
        return new Claim(name, id, holder, terms, secret);
    }

    /** Returns the requested permits. */
    public Demand demand() {
        return terms.demand();
    }

    /** Returns the requested lease time. */
    public Duration lease() {
        return terms.lease();
    }

    /** Returns the number of consecutive fencing tokens requested, at least 1. */
    public int tokens() {
        return terms.tokens();
    }

    /** Omits the secret, so that it does not appear in logs. */
    @Override
    public String toString() {
        return "Claim[" + id + " on '" + name + "', " + terms + (mayQueue() ? ", may queue" : "") + "]";
    }
}
