package io.lockkeeper;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a task that {@link DistributedLock#call} ran to its end.
 *
 * @param value what the task returned
 * @param loss empty if the lock was held until the task ended; otherwise when and why the lock was lost. The task has
 *     completed in either case: repeating it would do its work twice
 * @param <T> the type of the task's result
 */
public record Completed<T extends @Nullable Object>(T value, Optional<LeaseLoss> loss) {}
