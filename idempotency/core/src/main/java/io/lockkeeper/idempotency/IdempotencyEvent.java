package io.lockkeeper.idempotency;

import java.time.Duration;

/** What happened to a request. */
public sealed interface IdempotencyEvent {

    /**
     * Returns the key of the request.
     *
     * @return names the operation
     */
    IdempotencyKey key();

    /**
     * A request ran the operation, and its value is stored.
     *
     * @param key names the operation
     * @param attempt the number of the attempt
     * @param duration from the claim to the stored value
     */
    record Executed(IdempotencyKey key, int attempt, Duration duration) implements IdempotencyEvent {}

    /**
     * A request got the stored value of an earlier one.
     *
     * @param key names the operation
     * @param waited how long it waited for the one in flight
     */
    record Replayed(IdempotencyKey key, Duration waited) implements IdempotencyEvent {}

    /**
     * A request was refused because another is in flight.
     *
     * @param key names the operation
     * @param waited how long it waited
     */
    record Conflicted(IdempotencyKey key, Duration waited) implements IdempotencyEvent {}

    /**
     * A request was refused because the key was used with another fingerprint.
     *
     * @param key names the operation
     */
    record Mismatched(IdempotencyKey key) implements IdempotencyEvent {}

    /**
     * A request was refused because the key is closed.
     *
     * @param key names the operation
     * @param reason why
     */
    record Refused(IdempotencyKey key, Rejection reason) implements IdempotencyEvent {}

    /**
     * A request ran the operation, and it failed.
     *
     * @param key names the operation
     * @param decision what became of the key
     */
    record Failed(IdempotencyKey key, FailureDecision decision) implements IdempotencyEvent {}

    /**
     * A request took over a key whose attempt did not finish within its lease.
     *
     * @param key names the operation
     * @param attempt the number of the new attempt
     */
    record Expired(IdempotencyKey key, int attempt) implements IdempotencyEvent {}

    /**
     * An attempt lost its key while its operation ran, or before its outcome was stored.
     *
     * @param key names the operation
     * @param token the token of the attempt
     */
    record Lost(IdempotencyKey key, long token) implements IdempotencyEvent {}
}
