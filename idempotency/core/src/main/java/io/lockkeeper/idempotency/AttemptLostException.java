package io.lockkeeper.idempotency;

/**
 * Thrown if an attempt no longer owns its key: its lease expired and another attempt took over, or a person freed the key. What
 * the attempt did so far may be done again by its successor, unless the resource checks tokens or keys.
 */
public final class AttemptLostException extends IdempotencyException {

    private static final long serialVersionUID = 1L;

    /**
     * Created by implementations.
     *
     * @param key the key
     * @param token the token of the attempt that lost it
     */
    public AttemptLostException(IdempotencyKey key, long token) {
        super(
                "The attempt with token " + token + " no longer owns " + key
                        + ": its lease expired and another attempt took"
                        + " over, or the key was freed. Its outcome was not stored",
                null);
    }
}
