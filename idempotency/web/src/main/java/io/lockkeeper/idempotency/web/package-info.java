/** The Idempotency-Key header for Spring MVC and WebFlux, and tokens that a server issues. */
@NullMarked
package io.lockkeeper.idempotency.web;

import org.jspecify.annotations.NullMarked;
