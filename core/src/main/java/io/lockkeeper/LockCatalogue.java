package io.lockkeeper;

import java.util.List;

/** What a store can tell of all locks that are held or waited for. Safe for use by many threads; blocks for the answer. */
public interface LockCatalogue extends LockInspection {

    /**
     * Lists locks that are held or waited for.
     *
     * @param prefix what their names begin with; empty for all
     * @param limit how many at most
     * @return in the order of their names; locks that change meanwhile may or may not be listed
     * @throws StoreUnavailableException if the store does not answer
     */
    List<LockStatus> list(String prefix, int limit);
}
