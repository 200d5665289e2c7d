package io.lockkeeper.micrometer;

import io.micrometer.observation.Observation;
import java.util.List;

/**
 * What is known of an observed acquisition or holding.
 *
 * @param <O> how it can end
 */
public abstract sealed class LockContext<O extends Enum<O>> extends Observation.Context
        permits LockHoldContext, LockWaitContext {

    private final String store;
    private final List<String> locks;
    private volatile O outcome;

    LockContext(String store, List<String> locks, O unknown) {
        this.store = store;
        this.locks = locks;
        this.outcome = unknown;
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
     * @return one name, or all those of a {@link io.lockkeeper.MultiLock}
     */
    public List<String> locks() {
        return locks;
    }

    /**
     * Returns how it ended.
     *
     * @return the outcome; {@code UNKNOWN} while it lasts
     */
    public O outcome() {
        return outcome;
    }

    void ended(O end) {
        outcome = end;
    }
}
