/**
 * Runs an operation once, however often it is requested, and answers repeats with the stored outcome.
 *
 * <p>{@link io.lockkeeper.idempotency.Idempotency#run} is the entry; stores provide implementations of it. May import
 * {@code io.lockkeeper}; never {@code store}, {@code engine} or {@code memory} below it.
 */
@NullMarked
package io.lockkeeper.idempotency;

import org.jspecify.annotations.NullMarked;
