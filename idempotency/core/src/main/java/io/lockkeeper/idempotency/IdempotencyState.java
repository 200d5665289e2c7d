package io.lockkeeper.idempotency;

/** The states of a record. A key without a record is free. */
public enum IdempotencyState {

    /** An attempt owns the key, or did not finish within its lease. */
    IN_PROGRESS,

    /** The operation is done, and its value is stored or gone. */
    COMPLETED,

    /** The key is closed without a value: a stored failure, or an attempt that did not finish. */
    REJECTED
}
