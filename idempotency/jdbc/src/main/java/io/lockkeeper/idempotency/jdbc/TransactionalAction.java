package io.lockkeeper.idempotency.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * An operation that runs once for its key, in a transaction.
 *
 * @param <T> the type of its value
 * @param <E> the type of its exception
 */
@FunctionalInterface
public interface TransactionalAction<T extends @Nullable Object, E extends Exception> {

    /**
     * Runs the operation.
     *
     * @param attempt this attempt: write through its connection
     * @return the value, which is stored
     * @throws E if the operation failed; what it wrote is rolled back
     */
    T run(TransactionalAttempt attempt) throws E;
}
