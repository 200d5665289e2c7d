package io.lockkeeper;

import org.jspecify.annotations.Nullable;

/**
 * A task that runs while a lock is held.
 *
 * @param <T> the type of its result
 * @param <E> the type of its exception
 */
@FunctionalInterface
public interface LockedTask<T extends @Nullable Object, E extends Exception> {

    /**
     * Runs the task.
     *
     * @param lease the lease of the lock: send its token to the resource, and call {@link Lease#ensureHeld()} before an
     *     action that cannot be undone
     * @return the result
     * @throws E if the task failed
     */
    T run(Lease lease) throws E;
}
