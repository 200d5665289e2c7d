package io.lockkeeper.idempotency;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An operation that runs once for its key and returns its value later.
 *
 * @param <T> the type of its value
 */
@FunctionalInterface
public interface AsyncAction<T extends @Nullable Object> {

    /**
     * Starts the operation.
     *
     * @param attempt this attempt
     * @return the value, which is stored when the stage completes. A stage that fails is a failure of the operation; one that is cancelled
     *     counts as {@link FailureDecision#LEAVE}, since the operation may go on
     * @throws Exception as a stage that fails
     */
    CompletionStage<T> start(LeasedAttempt attempt) throws Exception;
}
