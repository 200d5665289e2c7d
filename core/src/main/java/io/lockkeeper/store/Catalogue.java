package io.lockkeeper.store;

import io.lockkeeper.LockStatus;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The capability of a store to tell which of its locks are held or waited for. */
public interface Catalogue extends Inspection {

    /**
     * Lists locks that are held or waited for.
     *
     * @param prefix what their names begin with; empty for all
     * @param limit how many at most
     * @return in the order of their names
     */
    CompletionStage<List<LockStatus>> list(String prefix, int limit);
}
