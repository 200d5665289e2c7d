package io.lockkeeper.optimistic;

import java.util.Optional;

/**
 * What came of an update by version.
 *
 * @param <T> what was written
 */
public sealed interface VersionOutcome<T> {

    /**
     * The row was as it had been read, and is written.
     *
     * @param value what was written
     * @param attempts how many it took, 1 if nobody came between
     * @param <T> what was written
     */
    record Updated<T>(T value, int attempts) implements VersionOutcome<T> {}

    /**
     * Others were first, each time; nothing is written.
     *
     * @param attempts how many were made
     * @param cause how the last of them failed, if it was with an exception
     * @param <T> what would have been written
     */
    record Conflict<T>(int attempts, Optional<Exception> cause) implements VersionOutcome<T> {}

    /**
     * There is no such row, or no longer.
     *
     * @param <T> what would have been written
     */
    record Gone<T>() implements VersionOutcome<T> {}
}
