package io.lockkeeper;

import org.jspecify.annotations.Nullable;

/**
 * Work that is done while a lock is held.
 *
 * @param <T> what it returns
 * @param <E> what it throws
 */
@FunctionalInterface
public interface LockedTask<T extends @Nullable Object, E extends Exception> {

    /**
     * Does the work.
     *
     * @param lease the lease it is done under: its token is to be sent along, and {@link Lease#ensureHeld()} to be asked
     *     before what can't be undone
     * @return the result
     * @throws E if the work failed
     */
    T run(Lease lease) throws E;
}
