package io.lockkeeper.store;

/**
 * What was left of a lease at a moment of the store's clock.
 *
 * @param nanos the time left, or {@link Grant#UNBOUNDED}
 * @param storeNanos the store's clock at that moment; its origin means nothing
 */
public record Remaining(long nanos, long storeNanos) {}
