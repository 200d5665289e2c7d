package io.lockkeeper.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * An operation that runs once for its key and needs its lease, for recovery points or to see a loss.
 *
 * @param <T> the type of its value
 * @param <E> the type of its exception
 */
@FunctionalInterface
public interface LeasedAction<T extends @Nullable Object, E extends Exception> {

    /**
     * Runs the operation.
     *
     * @param attempt this attempt
     * @return the value, which is stored
     * @throws E if the operation failed
     */
    T run(LeasedAttempt attempt) throws E;
}
