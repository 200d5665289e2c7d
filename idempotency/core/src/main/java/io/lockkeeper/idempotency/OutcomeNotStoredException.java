package io.lockkeeper.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if an operation returned, but the store did not confirm its outcome in time. The outcome is stored in the background if the
 * store comes back soon; otherwise the key's lease expires, and {@link OnExpiry} decides.
 */
public final class OutcomeNotStoredException extends IdempotencyException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Object value;

    /**
     * Created by implementations.
     *
     * @param key the key
     * @param value what the operation returned
     * @param cause how the store failed
     */
    public OutcomeNotStoredException(IdempotencyKey key, @Nullable Object value, Throwable cause) {
        super("The operation of " + key + " returned, but the store did not confirm its outcome", cause);
        this.value = value;
    }

    /**
     * Returns what the operation returned.
     *
     * @return the value; not stored for certain
     */
    public @Nullable Object value() {
        return value;
    }
}
