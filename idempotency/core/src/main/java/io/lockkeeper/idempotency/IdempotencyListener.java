package io.lockkeeper.idempotency;

/** Receives the events of an {@link Idempotency}. Safe for use by many threads; what it throws is logged. */
@FunctionalInterface
public interface IdempotencyListener {

    /**
     * Called once for each event, on the thread that ran or answered the request, or on the executor of the
     * {@linkplain IdempotencySettings settings}: it must not block.
     *
     * @param event what happened
     */
    void onEvent(IdempotencyEvent event);
}
