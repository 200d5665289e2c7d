package io.lockkeeper.idempotency.store;

import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;

/**
 * How an operation ended.
 *
 * @param state {@link IdempotencyState#COMPLETED} or {@link IdempotencyState#REJECTED}
 * @param outcome the {@linkplain OutcomeFormat encoded} outcome
 * @param retention how long it is kept
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredEnd(IdempotencyState state, byte[] outcome, Retention retention) {}
