package io.lockkeeper.store;

import java.time.Duration;

/**
 * The requested permits, lease and tokens of a claim.
 *
 * @param demand the requested permits
 * @param lease the requested lease time
 * @param tokens the number of consecutive fencing tokens requested, at least 1; the client gives them to its threads one
 *     by one
 */
public record Terms(Demand demand, Duration lease, int tokens) {

    /**
     * Returns the terms of a lock with one holder at a time.
     *
     * @param lease the requested lease time
     * @param tokens the number of consecutive fencing tokens requested, at least 1
     * @return the terms
     */
    public static Terms mutex(Duration lease, int tokens) {
        return new Terms(Demand.MUTEX, lease, tokens);
    }
}
