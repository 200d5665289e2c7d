package io.lockkeeper;

import java.util.List;

/** Lists the locks that have holders or waiters. Safe for use by many threads; its methods block until the store answers. */
public interface LockCatalogue extends LockInspection {

    /**
     * Lists locks that have holders or waiters.
     *
     * @param prefix the prefix of their names; empty for all locks
     * @param limit the maximum number of locks
     * @return the locks, sorted by name; locks that change during the call may or may not be listed
     * @throws StoreUnavailableException if the store does not answer
     */
    List<LockStatus> list(String prefix, int limit);
}
