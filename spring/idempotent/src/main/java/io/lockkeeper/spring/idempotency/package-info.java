/**
 * {@code @Idempotent} for Spring: methods of beans that run once for each key.
 *
 * <p>Start at {@link io.lockkeeper.spring.idempotency.Idempotent} and {@link io.lockkeeper.spring.idempotency.EnableIdempotent}. Nothing
 * here may import {@code io.lockkeeper.idempotency.store}, Spring Boot or AspectJ. Reactor, the transactions of Spring, Jackson and
 * {@code lockkeeper-idempotency-jdbc} are optional: only the classes that say so import them.
 */
@NullMarked
package io.lockkeeper.spring.idempotency;

import org.jspecify.annotations.NullMarked;
