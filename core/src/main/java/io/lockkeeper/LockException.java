package io.lockkeeper;

import org.jspecify.annotations.Nullable;

/** The superclass of Lockkeeper's exceptions, except {@link NotHeldException}. */
public abstract class LockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
