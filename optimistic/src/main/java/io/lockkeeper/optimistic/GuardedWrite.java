package io.lockkeeper.optimistic;

/**
 * A statement with a condition in its {@code WHERE}.
 *
 * @param <X> how it fails
 */
@FunctionalInterface
public interface GuardedWrite<X extends Exception> {

    /**
     * Writes.
     *
     * @return how many rows matched: 1, or 0 if the condition does not hold or the row is gone
     * @throws X if it cannot be written
     */
    int write() throws X;
}
