@NullMarked
package io.lockkeeper.idempotency.messaging;

import org.jspecify.annotations.NullMarked;
