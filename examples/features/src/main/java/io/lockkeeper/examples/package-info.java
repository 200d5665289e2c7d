/**
 * One runnable main for each feature; {@link io.lockkeeper.examples.FirstLock} is where to begin.
 *
 * <p>An example stands by itself: copy it, and change the address. None may need another, nor a server.
 */
@NullMarked
package io.lockkeeper.examples;

import org.jspecify.annotations.NullMarked;
