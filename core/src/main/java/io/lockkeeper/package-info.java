/**
 * The API: interfaces and values with which programs use locks across processes.
 *
 * <p>Start at {@link io.lockkeeper.LockClient}. Nothing here may import {@code io.lockkeeper.engine}
 * or {@code io.lockkeeper.store}: the engine is found as a service, so that calls and imports go in one
 * direction, from the API to the engine to the store.
 */
@NullMarked
package io.lockkeeper;

import org.jspecify.annotations.NullMarked;
