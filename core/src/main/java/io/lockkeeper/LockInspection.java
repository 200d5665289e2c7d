package io.lockkeeper;

import java.util.Optional;

/** Inspects single locks by name. Safe for use by many threads; its methods block until the store answers. */
public interface LockInspection {

    /**
     * Returns the status of a lock.
     *
     * @param name the lock's name
     * @return the status; empty if the store does not know the lock
     * @throws StoreUnavailableException if the store does not answer
     */
    Optional<LockStatus> inspect(String name);
}
