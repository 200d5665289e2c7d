package io.lockkeeper.store;

import io.lockkeeper.Holder;
import java.time.Duration;

/**
 * A client's wish to hold a lock. One client has at most one claim on a name at a time.
 *
 * @param name the lock's name
 * @param id identifies the claim, however often it is sent
 * @param holder who asks, for display
 * @param lease how long the grant is to last
 * @param tokens how many consecutive fencing tokens the grant is to carry, at least 1: the client gives
 *     them to its threads one by one
 * @param mayQueue whether the store may remember the claim and push its grant later; true only after the
 *     client listens
 */
public record Claim(String name, ClaimId id, Holder holder, Duration lease, int tokens, boolean mayQueue) {

    /**
     * The same claim, allowed to queue or not.
     *
     * @param allowed whether the store may remember it
     * @return a copy with the same id
     */
    public Claim withMayQueue(boolean allowed) {
        return new Claim(name, id, holder, lease, tokens, allowed);
    }
}
