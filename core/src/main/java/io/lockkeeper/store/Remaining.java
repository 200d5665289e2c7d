package io.lockkeeper.store;

/**
 * The remaining time of a lease at a moment of the store's clock.
 *
 * @param nanos the time left, or {@link Grant#UNBOUNDED}
 * @param storeNanos the store's clock at that moment; its origin is arbitrary
 */
public record Remaining(long nanos, long storeNanos) {}
