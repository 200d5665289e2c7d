package io.lockkeeper;

import org.jspecify.annotations.Nullable;

/** Thrown if a store cannot be reached, does not answer in time, or is temporarily unable to serve requests. */
public final class StoreUnavailableException extends LockException {

    private static final long serialVersionUID = 1L;

    private final boolean outcomeUnknown;

    /**
     * Created by stores and the engine.
     *
     * @param message the failure, without secrets
     * @param outcomeUnknown whether the store may have executed the request
     * @param cause the exception of the store's client library, if any
     */
    public StoreUnavailableException(String message, boolean outcomeUnknown, @Nullable Throwable cause) {
        super(message, cause);
        this.outcomeUnknown = outcomeUnknown;
    }

    /**
     * Returns whether the store may have executed the request. If an acquisition fails with this exception, the engine
     * undoes a request that may have been executed, in the background.
     *
     * @return false if the store has certainly not executed it
     */
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }
}
