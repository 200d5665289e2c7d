package io.lockkeeper;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One holding of a lock, as a store knows it.
 *
 * @param holder who holds
 * @param token the holder's fencing token; 0 if there is none
 * @param since when the holder acquired it, by the store's clock, or by the holder's where the store has no clock; empty if
 *     unknown
 * @param remaining what is left of the lease by the store's clock; empty if unknown or without a lease
 */
public record Holding(Holder holder, long token, Optional<Instant> since, Optional<Duration> remaining) {}
