/** What the engine itself costs, without a server: microbenchmarks on the memory store, beside the JDK's own lock. */
@NullMarked
package io.lockkeeper.bench.memory;

import org.jspecify.annotations.NullMarked;
