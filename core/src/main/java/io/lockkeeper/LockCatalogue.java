package io.lockkeeper;

import java.util.List;
import java.util.Optional;

/** What a store can tell of the locks that are held or waited for. Safe for use by many threads; blocks for the answer. */
public interface LockCatalogue {

    /**
     * Lists locks that are held or waited for.
     *
     * @param prefix what their names begin with; empty for all
     * @param limit how many at most
     * @return in the order of their names; locks that change meanwhile may or may not be listed
     * @throws StoreUnavailableException if the store does not answer
     * @throws UnsupportedOperationException if the store can tell of a lock only by its name, as memcached
     */
    List<LockStatus> list(String prefix, int limit);

    /**
     * Looks at one lock.
     *
     * @param name the lock's name
     * @return its status; empty if the store knows nothing of it
     * @throws StoreUnavailableException if the store does not answer
     */
    Optional<LockStatus> inspect(String name);
}
