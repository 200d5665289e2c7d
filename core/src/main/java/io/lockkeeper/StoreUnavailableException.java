package io.lockkeeper;

import org.jspecify.annotations.Nullable;

/** A store could not be reached, did not answer in time, or was unable to serve for the moment. */
public final class StoreUnavailableException extends LockException {

    private static final long serialVersionUID = 1L;

    private final boolean outcomeUnknown;

    /**
     * Made by stores and the engine.
     *
     * @param message what failed, without secrets
     * @param outcomeUnknown whether the request may have been carried out all the same
     * @param cause what the store's client library threw, if anything
     */
    public StoreUnavailableException(String message, boolean outcomeUnknown, @Nullable Throwable cause) {
        super(message, cause);
        this.outcomeUnknown = outcomeUnknown;
    }

    /**
     * Whether the request may have been carried out all the same. The engine undoes in the background what
     * may have been done for a caller who is told of the failure.
     *
     * @return false if the store certainly did nothing
     */
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }
}
