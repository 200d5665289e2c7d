package io.lockkeeper.optimistic;

/**
 * Writes a value if the row still has the version that was read: {@code UPDATE … SET …, version = version + 1 WHERE id = ?
 * AND version = ?}.
 *
 * @param <T> the value's type
 * @param <X> how it fails
 */
@FunctionalInterface
public interface VersionedWrite<T, X extends Exception> {

    /**
     * Writes.
     *
     * @param next the value to write
     * @param seen the version that the row must still have
     * @return how many rows matched: 1, or 0 if the row has another version or is gone
     * @throws X if it cannot be written
     */
    int write(T next, long seen) throws X;
}
