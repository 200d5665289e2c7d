package io.lockkeeper.engine;

import io.lockkeeper.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/** Why the store gives one lock no answer, since its last answer. Used under the guard of the lock. */
final class StoreTrouble {

    private @Nullable StoreUnavailableException last;

    /** The store did not answer. */
    void met(StoreUnavailableException failure) {
        last = failure;
    }

    /** The store answered, or nobody asks any more. */
    void clear() {
        last = null;
    }

    boolean isThere() {
        return last != null;
    }

    @Nullable
    StoreUnavailableException last() {
        return last;
    }
}
