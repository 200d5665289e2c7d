package io.lockkeeper.optimistic;

import java.util.Optional;

/**
 * Reads what is there.
 *
 * @param <T> what it finds
 * @param <X> how it fails
 */
@FunctionalInterface
public interface Look<T, X extends Exception> {

    /**
     * Reads what is there now, not what was remembered from an earlier look.
     *
     * @return empty if there is no such row
     * @throws X if it cannot be read
     */
    Optional<T> look() throws X;
}
