/** Tests of idempotency on Spring Boot 3.5 and 4. */
@NullMarked
package io.lockkeeper.spring.boot.idempotency;

import org.jspecify.annotations.NullMarked;
