/**
 * The API: values and interfaces that programs use to hold locks across processes.
 *
 * <p>Start at {@link io.lockkeeper.LockClient}. Nothing here may import {@code io.lockkeeper.engine}
 * or {@code io.lockkeeper.store}: the engine is found as a service, so that calls and imports flow one
 * way, API to engine to store.
 */
@NullMarked
package io.lockkeeper;

import org.jspecify.annotations.NullMarked;
