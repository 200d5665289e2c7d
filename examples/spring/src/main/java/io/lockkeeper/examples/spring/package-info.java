/** {@code @Locked} and {@code @OnlyLeader} in a Spring application. */
@NullMarked
package io.lockkeeper.examples.spring;

import org.jspecify.annotations.NullMarked;
