/** Proves, while it is measured, that a lock never has two holders. */
@NullMarked
package io.lockkeeper.bench.guard;

import org.jspecify.annotations.NullMarked;
