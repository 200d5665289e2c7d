/**
 * {@code @Locked} for Spring: methods of beans that run under a lock.
 *
 * <p>Start at {@link io.lockkeeper.spring.Locked} and {@link io.lockkeeper.spring.EnableLocked}. Nothing here may import
 * {@code io.lockkeeper.engine}, {@code io.lockkeeper.store}, Spring Boot or AspectJ. Reactor, the transactions of Spring and
 * {@code lockkeeper-jdbc} are optional: only the classes that say so import them.
 */
@NullMarked
package io.lockkeeper.spring;

import org.jspecify.annotations.NullMarked;
