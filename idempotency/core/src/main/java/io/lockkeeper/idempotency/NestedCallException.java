package io.lockkeeper.idempotency;

/** Thrown if an operation calls itself with its own key, which would wait for itself. */
public final class NestedCallException extends IdempotencyException {

    private static final long serialVersionUID = 1L;

    /**
     * Created by implementations.
     *
     * @param key the key of both calls
     */
    public NestedCallException(IdempotencyKey key) {
        super(
                "The operation of " + key + " calls itself with its own key. Use a derived key for a part of it:"
                        + " attempt.key().derived(\"step\")",
                null);
    }
}
