package io.lockkeeper.idempotency.store;

/** The answer to a change that is conditional on owner and token. */
public enum ChangeAnswer {

    /** The record is as the change wants it. */
    DONE,

    /** The record is gone, has another owner or token, or is in a state that does not allow the change. Nothing was changed. */
    LOST
}
