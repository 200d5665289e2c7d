/**
 * One runnable main per feature; start with {@link io.lockkeeper.examples.FirstLock}.
 *
 * <p>Every example is self-contained: copy it, and change the address. An example must not depend on another one, or on a
 * server.
 */
@NullMarked
package io.lockkeeper.examples;

import org.jspecify.annotations.NullMarked;
