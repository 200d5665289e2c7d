package io.lockkeeper;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a store knows of one lock at one moment.
 *
 * @param name the lock's name
 * @param holder who holds it; empty if it is free
 * @param since when the holder got it, by the store's clock, or the holder's where the store tells no time; empty if
 *     free or unknown
 * @param token the holder's fencing token, or the last one given if it is free; 0 if there is none
 * @param remaining what is left of the lease by the store's clock; empty if free or without a lease
 * @param waiters who waits, first in line first, as far as the store knows
 */
public record LockStatus(
        String name,
        Optional<Holder> holder,
        Optional<Instant> since,
        long token,
        Optional<Duration> remaining,
        List<Holder> waiters) {

    /** Copies what could change. */
    public LockStatus {
        waiters = List.copyOf(waiters);
    }
}
