package io.lockkeeper.idempotency;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the store knows of a key, for display. Times are those of the store's clock.
 *
 * @param key the key
 * @param state its state
 * @param fingerprint that of its first request
 * @param attempt the last attempt
 * @param finished when and how it ended; empty while in progress
 */
public record IdempotencyRecord(
        IdempotencyKey key,
        IdempotencyState state,
        Fingerprint fingerprint,
        LastAttempt attempt,
        Optional<Finished> finished) {

    /**
     * The last attempt of a key.
     *
     * @param token its fencing token
     * @param number how many attempts there were
     * @param since when it began
     * @param leaseRemaining how much of its lease is left; zero or negative if it expired, or if the record is finished
     */
    public record LastAttempt(long token, int number, Instant since, Duration leaseRemaining) {}

    /**
     * The end of a key's operation.
     *
     * @param at when
     * @param purgedIn when the record is purged; empty for never
     * @param storedBytes the size of the stored outcome
     */
    public record Finished(Instant at, Optional<Duration> purgedIn, int storedBytes) {}
}
