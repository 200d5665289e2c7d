/** Tests of {@code @Idempotent}, on Spring 6.2 and 7. */
@NullMarked
package io.lockkeeper.spring.idempotency;

import org.jspecify.annotations.NullMarked;
