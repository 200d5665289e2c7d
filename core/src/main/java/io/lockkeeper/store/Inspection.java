package io.lockkeeper.store;

import io.lockkeeper.LockStatus;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The capability of a store to inspect a lock by name: its holder and its waiters. */
public interface Inspection {

    /**
     * Returns the status of a lock.
     *
     * @param name the lock's name
     * @return the status; empty if the store does not know the lock
     */
    CompletionStage<Optional<LockStatus>> inspect(String name);
}
