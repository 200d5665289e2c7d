package io.lockkeeper.idempotency;

import org.jspecify.annotations.Nullable;

/** The superclass of the exceptions of idempotency. A store that does not answer throws {@link io.lockkeeper.StoreUnavailableException}. */
public abstract class IdempotencyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    IdempotencyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
