package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotencyListener;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners; what they throw is logged. */
public final class Events {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private final List<IdempotencyListener> listeners;

    /**
     * For the listeners of some settings.
     *
     * @param listeners called in this order
     */
    public Events(List<IdempotencyListener> listeners) {
        this.listeners = listeners;
    }

    /**
     * Tells all listeners.
     *
     * @param event what happened
     */
    public void tell(IdempotencyEvent event) {
        for (IdempotencyListener listener : listeners) {
            try {
                listener.onEvent(event);
            } catch (RuntimeException | LinkageError | AssertionError e) {
                LOG.warn("A listener of {} threw an exception", event.getClass().getSimpleName(), e);
            }
        }
    }
}
