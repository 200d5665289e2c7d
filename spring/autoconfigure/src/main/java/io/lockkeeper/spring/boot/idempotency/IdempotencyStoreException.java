package io.lockkeeper.spring.boot.idempotency;

import org.jspecify.annotations.Nullable;

/** The records of idempotency have no place. */
final class IdempotencyStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    IdempotencyStoreException(String description, String action, @Nullable Throwable cause) {
        super(description, cause);
        this.action = action;
    }

    String action() {
        return action;
    }
}
