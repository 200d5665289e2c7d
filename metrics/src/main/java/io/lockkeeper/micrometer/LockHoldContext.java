package io.lockkeeper.micrometer;

import io.micrometer.observation.Observation;
import java.util.List;

/** What is known of one holding: from its acquisition until it is released or lost. */
public final class LockHoldContext extends Observation.Context {

    private final String store;
    private final List<String> locks;
    private volatile Outcome outcome = Outcome.UNKNOWN;

    LockHoldContext(String store, List<String> locks) {
        this.store = store;
        this.locks = locks;
    }

    /** How a holding ended. */
    public enum Outcome {
        /** It has not ended. */
        UNKNOWN,
        /** The holder closed it; the lock was held until then. */
        RELEASED,
        /** It was lost: deleted from the store, released by force, or its client was closed. */
        LOST,
        /** Its deadline passed before it was released. */
        EXPIRED
    }

    /**
     * Returns the store.
     *
     * @return its scheme, such as {@code redis}
     */
    public String store() {
        return store;
    }

    /**
     * Returns the names of the locks.
     *
     * @return one name, or all those of a {@link io.lockkeeper.MultiLease}
     */
    public List<String> locks() {
        return locks;
    }

    /**
     * Returns how the holding ended.
     *
     * @return the outcome; {@link Outcome#UNKNOWN} while it lasts
     */
    public Outcome outcome() {
        return outcome;
    }

    void ended(Outcome end) {
        outcome = end;
    }
}
