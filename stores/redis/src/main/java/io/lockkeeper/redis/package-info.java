/**
 * A store that keeps its locks in one Redis node, 6.2 or later: scripts that hand a lock on, and a channel for each
 * client by which it learns of its grants.
 *
 * <p>The layout of the data and the algorithm stand at the head of {@code lock.lua}. May import the API's values,
 * {@code io.lockkeeper.store}, Lettuce and Netty; never {@code io.lockkeeper.engine}.
 */
@NullMarked
package io.lockkeeper.redis;

import org.jspecify.annotations.NullMarked;
