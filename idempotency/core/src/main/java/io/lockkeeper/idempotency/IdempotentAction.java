package io.lockkeeper.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * An operation that runs once for its key.
 *
 * @param <T> the type of its value
 * @param <E> the type of its exception
 */
@FunctionalInterface
public interface IdempotentAction<T extends @Nullable Object, E extends Exception> {

    /**
     * Runs the operation.
     *
     * @param attempt this attempt: send its token to the resource, or its downstream key to the next service
     * @return the value, which is stored
     * @throws E if the operation failed; {@link FailurePolicy} decides what becomes of the key
     */
    T run(Attempt attempt) throws E;
}
