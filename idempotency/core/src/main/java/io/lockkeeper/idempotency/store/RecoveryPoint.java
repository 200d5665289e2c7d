package io.lockkeeper.idempotency.store;

/**
 * The stored value of a part of an operation.
 *
 * @param step the part's name: 1 to 100 characters of printable ASCII
 * @param value its value, encoded
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RecoveryPoint(String step, byte[] value) {}
