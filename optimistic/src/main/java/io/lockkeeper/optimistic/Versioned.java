package io.lockkeeper.optimistic;

/**
 * A value as it was at one version. Immutable if the value is.
 *
 * @param value what was read or written
 * @param version the row's version at that time; each update makes it one more
 * @param <T> the value's type
 */
public record Versioned<T>(T value, long version) {}
