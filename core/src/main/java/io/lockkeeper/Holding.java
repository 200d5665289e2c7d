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
public record Holding(Holder holder, long token, Optional<Instant> since, Optional<Duration> remaining) {}
