package io.lockkeeper;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Work that was done under a lock.
 *
 * @param value what the work returned
 * @param loss empty if the lock was held until the work had ended; otherwise when and why it was lost. The work is done
 *     all the same: to repeat it would do it twice
 * @param <T> what the work returns
 */
public record Completed<T extends @Nullable Object>(T value, Optional<LeaseLoss> loss) {}
