package io.lockkeeper.idempotency.dedupe;

/** Whether an operation is the first of its kind. */
public sealed interface DedupeOutcome {

    /**
     * It is: the transaction has the mark. Do the work in the same transaction. If that rolls back, so does the mark, and
     * the next one is first.
     *
     * @param afterExpiry whether it was done before, and that mark has expired
     */
    record First(boolean afterExpiry) implements DedupeOutcome {}

    /**
     * It was done already, by a transaction that has committed, or earlier in this one. Do not do the work. At REPEATABLE
     * READ and above this transaction may not see what the first one wrote: read it in another transaction.
     */
    record Repeated() implements DedupeOutcome {}

    /**
     * Another transaction is doing it, and did not end within the wait. Nobody knows yet whether it will be done: roll back
     * and ask again later. Do not do the work, and do not answer that it was done.
     */
    record Busy() implements DedupeOutcome {}
}
