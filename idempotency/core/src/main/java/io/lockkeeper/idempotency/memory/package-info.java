/**
 * Idempotency within one process, whose records end with it: for tests, and for programs that run as one process and accept that.
 */
@NullMarked
package io.lockkeeper.idempotency.memory;

import org.jspecify.annotations.NullMarked;
