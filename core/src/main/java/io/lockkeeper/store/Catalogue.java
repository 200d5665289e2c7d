package io.lockkeeper.store;

import io.lockkeeper.LockStatus;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The capability of a store to list the locks that have holders or waiters. */
public interface Catalogue extends Inspection {

    /**
     * Lists locks that have holders or waiters.
     *
     * @param prefix the prefix of their names; empty for all locks
     * @param limit the maximum number of locks
     * @return the locks, sorted by name
     */
    CompletionStage<List<LockStatus>> list(String prefix, int limit);
}
