/**
 * The processes that use the locks, and how the coordinator talks to them: a line in, a line out.
 *
 * <p>Times are those of {@code System.nanoTime}, which on Linux is one monotonic clock for all processes of a machine.
 */
@NullMarked
package io.lockkeeper.bench.workers;

import org.jspecify.annotations.NullMarked;
