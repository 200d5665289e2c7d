/**
 * A form that orders once, however often it is sent: its button is disabled once pressed, its POST is answered with a redirect, and a
 * hidden token is the idempotency key.
 */
@NullMarked
package io.lockkeeper.idempotentform;

import org.jspecify.annotations.NullMarked;
