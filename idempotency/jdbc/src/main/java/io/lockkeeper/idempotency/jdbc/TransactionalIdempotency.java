package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotentAction;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Runs operations once for each key: the mark of the key, the business writes and the outcome are one transaction of one database.
 * Either all of it commits, or nothing: there is nothing to recover after a crash. Safe for use by many threads.
 *
 * <p>A call within an operation, on the same thread, for the same {@link javax.sql.DataSource} joins the transaction of that
 * operation, behind a savepoint: if it fails, and its exception is caught, only its part is undone. Its outcome commits with the
 * outer one.
 *
 * <p>While a transaction has a key in flight, other sessions do not see its mark. A request with the same key and another
 * fingerprint is therefore answered with {@link Outcome.InFlight}, too, and with {@link Outcome.Mismatch} afterwards.
 */
public interface TransactionalIdempotency extends Idempotency {

    /**
     * Runs an operation in a transaction, or answers a repeat. The transaction has the isolation level of the connections of the
     * data source.
     *
     * @param call the request; its lease and {@code onExpiry} have no effect
     * @param action the operation; runs on the calling thread, at most once
     * @param <T> the type of its value
     * @param <E> the type of its exception
     * @return how the request was answered
     * @throws E if this request ran the operation, and it failed
     * @throws InterruptedException if the thread was interrupted while it waited for the request in flight; the operation has not
     *     run then
     * @throws io.lockkeeper.StoreUnavailableException if the database cannot be reached or cannot serve; the operation has not run
     *     then
     * @throws io.lockkeeper.idempotency.TransactionRolledBackException if the transaction was rolled back, although the operation
     *     may have returned or failed; nothing of it is stored
     * @throws io.lockkeeper.idempotency.OutcomeNotStoredException if the operation returned, the answer of the commit was lost, and
     *     it could not be found out in time whether it took effect
     * @throws io.lockkeeper.idempotency.NestedCallException if the operation of this key is calling itself on this thread
     */
    <T extends @Nullable Object, E extends Exception> Outcome<T> runInTransaction(
            IdempotentCall<T> call, TransactionalAction<T, E> action) throws E, InterruptedException;

    @Override
    default <T extends @Nullable Object, E extends Exception> Outcome<T> run(
            IdempotentCall<T> call, IdempotentAction<T, E> action) throws E, InterruptedException {
        return this.<T, E>runInTransaction(call, action::run);
    }

    /**
     * Returns a view of this that runs operations in a transaction of the caller's. The mark and the outcome commit with it, or are
     * rolled back with it; an operation that fails is undone to a savepoint. Listeners are told when the outcome is written,
     * before the caller commits.
     *
     * <p>On MariaDB and MySQL a call that finds a leased record in progress answers {@link Outcome.InFlight} without a wait: it has
     * locked the record until the transaction ends. Until then the lease cannot be renewed, nor the attempt end.
     *
     * <p>If a call throws {@link io.lockkeeper.idempotency.TransactionRolledBackException}, roll the transaction back and begin a
     * new one: what was written before the call is lost, too. It is also thrown, with the exception of the operation as its cause, if
     * the operation failed and the database cannot undo it alone, such as after a deadlock on MariaDB and MySQL.
     *
     * @param transaction a connection to the same database with an open transaction; calls throw {@link IllegalStateException} if
     *     it commits each statement by itself
     * @return for the thread that uses the connection; need not be closed
     */
    TransactionalIdempotency in(Connection transaction);

    /**
     * Runs a request whose transaction a framework begins and ends, or answers a repeat. Repeats in this process wait for it in
     * memory, without a connection, and get what it stored once that is committed. If the database undoes the transaction before the
     * operation ran, the frame is run again. In a transaction that is open already, use {@link #in}.
     *
     * @param call the request; its lease and {@code onExpiry} have no effect
     * @param frame begins a transaction, runs this request in it, and ends it
     * @param <T> the type of its value
     * @param <E> the type of its exception
     * @return how the request was answered
     * @throws E as the frame
     * @throws InterruptedException if the thread was interrupted while it waited; the operation has not run then
     */
    <T extends @Nullable Object, E extends Exception> Outcome<T> runFramed(
            IdempotentCall<T> call, FramedTransaction<T, E> frame) throws E, InterruptedException;

    /**
     * Purges records whose retention is over, in small batches, each in a transaction of its own. Records that are locked are left
     * for another time; on H2 a purge waits for them.
     *
     * @param max how many records at most, at least 1
     * @return how many were purged
     * @throws io.lockkeeper.StoreUnavailableException if the database cannot be reached or cannot serve
     */
    int purge(int max);
}
