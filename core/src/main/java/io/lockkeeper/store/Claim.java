package io.lockkeeper.store;

import io.lockkeeper.Holder;
import java.time.Duration;

/**
 * A client's wish to hold a lock. One client has at most one claim on a name at a time.
 *
 * @param name the lock's name
 * @param id identifies the claim, however often it is sent
 * @param holder who asks, for display
 * @param terms what is asked for
 * @param pushSecret a random number that a pushed grant of this claim must show, known to the client and the store only;
 *     0 if the store must not remember the claim: it is another only after the client listens
 */
public record Claim(String name, ClaimId id, Holder holder, Terms terms, long pushSecret) {

    /** Whether the store may remember the claim and push its grant later. */
    public boolean mayQueue() {
        return pushSecret != 0;
    }

    /**
     * The same claim, allowed to queue or not.
     *
     * @param secret what a pushed grant must show; 0 if the claim must not queue
     * @return a copy with the same id
     */
    public Claim withPushSecret(long secret) {
        return new Claim(name, id, holder, terms, secret);
    }

    /** How many permits of how many. */
    public Demand demand() {
        return terms.demand();
    }

    /** How long the grant is to last. */
    public Duration lease() {
        return terms.lease();
    }

    /** How many consecutive fencing tokens the grant is to carry, at least 1. */
    public int tokens() {
        return terms.tokens();
    }

    /** Without the secret, so that no log shows it. */
    @Override
    public String toString() {
        return "Claim[" + id + " on '" + name + "', " + terms + (mayQueue() ? ", may queue" : "") + "]";
    }
}
