package io.lockkeeper;

import org.jspecify.annotations.Nullable;

/** What went wrong with a lock; the kinds are its subclasses. */
public abstract class LockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
