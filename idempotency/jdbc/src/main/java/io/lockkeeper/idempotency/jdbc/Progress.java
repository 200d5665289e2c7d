package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.store.ClaimAnswer;
import java.time.Duration;

/** Hears how far a request has come in a transaction that somebody else commits. */
interface Progress {

    /** For a transaction of whose end nothing is known. */
    Progress UNKNOWN = new Progress() {};

    /** Whether the transaction may be begun anew if it does not see what the key has. */
    default boolean beginsAnew() {
        return false;
    }

    /** Another request has the key. */
    default void held(Duration retryAfter) {}

    /** The key is marked, and the operation runs next. */
    default void claimed() {}

    /** What the key has, once the transaction is committed. */
    default void finished(ClaimAnswer.Finished finished) {}

    /** The request is answered. */
    default void answered(OpenTransaction transaction) {
        transaction.committed();
    }
}
