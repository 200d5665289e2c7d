package io.lockkeeper.store;

import java.time.Duration;

/**
 * What a claim asks for.
 *
 * @param demand how many permits of how many
 * @param lease how long the grant is to last
 * @param tokens how many consecutive fencing tokens the grant is to carry, at least 1: the client gives them to its
 *     threads one by one
 */
public record Terms(Demand demand, Duration lease, int tokens) {

    /**
     * The terms of a lock with one holder at a time.
     *
     * @param lease how long the grant is to last
     * @param tokens how many consecutive fencing tokens it is to carry, at least 1
     * @return the terms
     */
    public static Terms mutex(Duration lease, int tokens) {
        return new Terms(Demand.MUTEX, lease, tokens);
    }
}
