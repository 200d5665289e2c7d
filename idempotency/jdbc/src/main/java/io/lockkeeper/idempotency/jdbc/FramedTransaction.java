package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Outcome;
import java.sql.Connection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that a framework begins and ends for one request.
 *
 * @param <T> the type of the request's value
 * @param <E> the type of its exception
 */
@FunctionalInterface
public interface FramedTransaction<T extends @Nullable Object, E extends Exception> {

    /**
     * Begins a transaction, runs the request in it, and commits. If that fails, rolls back and throws.
     *
     * @param in gives, as {@link TransactionalIdempotency#in}, what runs the request in the transaction of a connection
     * @return how the request was answered, once that is committed
     * @throws E if the operation failed
     * @throws InterruptedException if the thread was interrupted before the operation ran
     */
    Outcome<T> run(Function<Connection, TransactionalIdempotency> in) throws E, InterruptedException;
}
