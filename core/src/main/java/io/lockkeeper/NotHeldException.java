package io.lockkeeper;

import org.jspecify.annotations.Nullable;

/** Thrown if a lock is unlocked, or a lease checked, by a caller that does not hold it. */
public final class NotHeldException extends IllegalMonitorStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Created by the engine.
     *
     * @param message the message
     * @param cause the loss, if the caller has lost the lock
     */
    public NotHeldException(String message, @Nullable LeaseLostException cause) {
        super(message);
        if (cause != null) {
            initCause(cause);
        }
    }
}
