/**
 * A store whose place is the memory of this process, with time passed in: the reference for the contract.
 *
 * <p>A {@link io.lockkeeper.memory.MemorySpace} is the place that a server would be; each store over it is one
 * client's connection. May import the API's values, {@code io.lockkeeper.store} and {@code io.lockkeeper.time};
 * never {@code io.lockkeeper.engine}.
 */
@NullMarked
package io.lockkeeper.memory;

import org.jspecify.annotations.NullMarked;
