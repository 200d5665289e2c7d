/** {@code @Locked} in a Spring application. */
@NullMarked
package io.lockkeeper.examples.spring;

import org.jspecify.annotations.NullMarked;
