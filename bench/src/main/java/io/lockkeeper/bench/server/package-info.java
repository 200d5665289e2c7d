/** The server that all contestants of a run use, of whatever kind, and what it counts. */
@NullMarked
package io.lockkeeper.bench.server;

import org.jspecify.annotations.NullMarked;
