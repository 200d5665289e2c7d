package io.lockkeeper.spring.boot;

import org.jspecify.annotations.Nullable;

/** Thrown if a store cannot be used: there is none, it is unreachable, or its settings are wrong. */
public final class LockStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    /**
     * Created by the auto-configuration.
     *
     * @param message what is wrong, without secrets
     * @param action what to do about it
     * @param cause the failure behind it, if any
     */
    public LockStoreException(String message, String action, @Nullable Throwable cause) {
        super(message, cause);
        this.action = action;
    }

    /**
     * Returns what to do about it.
     *
     * @return a sentence
     */
    public String action() {
        return action;
    }
}
