package io.lockkeeper;

import org.jspecify.annotations.Nullable;

/** A lock was unlocked, or a lease relied upon, by one who does not hold it. */
public final class NotHeldException extends IllegalMonitorStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by the engine.
     *
     * @param message which lock, and who holds it instead
     * @param cause the loss, if the caller did hold it once
     */
    public NotHeldException(String message, @Nullable LeaseLostException cause) {
        super(message);
        if (cause != null) {
            initCause(cause);
        }
    }
}
