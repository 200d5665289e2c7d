/** A store that keeps its locks in Redis. */
@NullMarked
package io.lockkeeper.redis;

import org.jspecify.annotations.NullMarked;
