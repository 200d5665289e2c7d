/** The Redis server that all contestants use, and what it counts. */
@NullMarked
package io.lockkeeper.bench.server;

import org.jspecify.annotations.NullMarked;
