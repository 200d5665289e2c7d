package io.lockkeeper;

import java.util.Optional;

/** What a store can tell of a lock that it is asked for by name. Safe for use by many threads; blocks for the answer. */
public interface LockInspection {

    /**
     * Looks at one lock.
     *
     * @param name the lock's name
     * @return its status; empty if the store knows nothing of it
     * @throws StoreUnavailableException if the store does not answer
     */
    Optional<LockStatus> inspect(String name);
}
