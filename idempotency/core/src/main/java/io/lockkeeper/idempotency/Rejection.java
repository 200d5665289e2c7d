package io.lockkeeper.idempotency;

/** Why a request was neither run nor answered with a value. */
public enum Rejection {

    /** The operation ran and failed, and the failure was stored: {@link Outcome.Rejected#failure()}. */
    FAILED,

    /** An attempt did not finish within its lease, and {@link OnExpiry#REJECT} closed the key. */
    EXPIRED,

    /** An attempt did not finish within its lease, and {@link OnExpiry#HOLD} leaves the key to a person. */
    UNKNOWN,

    /** The operation is done, but its value was not stored, or was erased. */
    GONE,

    /** The operation is done, but its stored value cannot be read: another format, another type, another key. */
    UNREADABLE
}
