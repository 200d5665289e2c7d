package io.lockkeeper.optimistic;

import java.util.Optional;

/**
 * A whole transaction, which can be run again if it ends in a conflict.
 *
 * @param <T> what it wrote
 * @param <X> how it fails
 */
@FunctionalInterface
public interface Transaction<T, X extends Exception> {

    /**
     * Begins, reads, writes and commits; rolls back before it throws.
     *
     * @return empty if there was nothing to write to
     * @throws X if it fails, be it a conflict or not
     */
    Optional<T> run() throws X;
}
