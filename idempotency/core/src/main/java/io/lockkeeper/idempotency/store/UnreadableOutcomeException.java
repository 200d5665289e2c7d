package io.lockkeeper.idempotency.store;

import org.jspecify.annotations.Nullable;

/** Thrown if a stored outcome is not understood. */
public final class UnreadableOutcomeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Created by {@link OutcomeFormat}.
     *
     * @param message what is wrong
     * @param cause how it was found, if by an exception
     */
    public UnreadableOutcomeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
