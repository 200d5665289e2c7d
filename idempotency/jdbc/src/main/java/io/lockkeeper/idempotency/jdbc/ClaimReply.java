package io.lockkeeper.idempotency.jdbc;

/** What a database answers to a claim of a transaction. */
sealed interface ClaimReply {

    /** There is a row that the statement does not see, or there was one a moment ago: nothing is known, and nothing may run. */
    ClaimReply UNSEEN = new Unseen();

    /** Another transaction has the key in flight. */
    ClaimReply BUSY = new Busy();

    /** The key is marked in this transaction. */
    record Made(long token) implements ClaimReply {}

    /** There is a row, committed or of this transaction. */
    record Seen(Row row) implements ClaimReply {}

    /** See {@link #BUSY}. */
    record Busy() implements ClaimReply {}

    /** See {@link #UNSEEN}. */
    record Unseen() implements ClaimReply {}
}
