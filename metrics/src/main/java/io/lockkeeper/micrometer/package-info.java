/**
 * Meters and observations of locks, for Micrometer.
 *
 * <p>{@link io.lockkeeper.micrometer.LockMetrics} turns the events of clients into timers, counters and gauges. {@link
 * io.lockkeeper.micrometer.LockObservations} wraps a client, so that waits and holds are observed one by one, for traces. Either
 * works without the other. Nothing here may import a store or the engine.
 */
@NullMarked
package io.lockkeeper.micrometer;

import org.jspecify.annotations.NullMarked;
