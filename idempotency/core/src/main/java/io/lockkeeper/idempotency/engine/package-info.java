/**
 * The engine: waits, renews, and answers repeats within a process without the store. For implementations of
 * {@link io.lockkeeper.idempotency.Idempotency}, not for programs that use one.
 *
 * <p>A request goes through {@code Entrance} (board a flight, claim, wait), runs its operation as a {@code Running}, and lands. What may be
 * done to a record is decided by the store; the engine keeps no state of a key that is neither running nor waited for.
 *
 * <p>May import {@code io.lockkeeper.idempotency} and {@code store}.
 */
@NullMarked
package io.lockkeeper.idempotency.engine;

import org.jspecify.annotations.NullMarked;
