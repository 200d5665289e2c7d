package io.lockkeeper.store;

import io.lockkeeper.LockStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The capability of a store to tell who holds what and who waits. */
public interface Catalogue {

    /**
     * Lists locks that are held or waited for.
     *
     * @param prefix what their names begin with; empty for all
     * @param limit how many at most
     * @return in the order of their names
     */
    CompletionStage<List<LockStatus>> list(String prefix, int limit);

    /**
     * Looks at one lock.
     *
     * @param name the lock's name
     * @return its status; empty if nothing is known of it
     */
    CompletionStage<Optional<LockStatus>> inspect(String name);
}
