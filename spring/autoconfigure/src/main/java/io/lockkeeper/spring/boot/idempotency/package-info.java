/**
 * Idempotency in Spring Boot applications: the {@code Idempotency} bean in the application's transactions or in a store of its own, codecs,
 * {@code @Idempotent}, and the endpoint. As in {@code io.lockkeeper.spring.boot}, what only one line of Spring Boot has is in classes of its
 * own.
 */
@NullMarked
package io.lockkeeper.spring.boot.idempotency;

import org.jspecify.annotations.NullMarked;
