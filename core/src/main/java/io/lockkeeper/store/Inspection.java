package io.lockkeeper.store;

import io.lockkeeper.LockStatus;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The capability of a store to tell who holds a lock, and who waits for it, if it is asked by name. */
public interface Inspection {

    /**
     * Looks at one lock.
     *
     * @param name the lock's name
     * @return its status; empty if nothing is known of it
     */
    CompletionStage<Optional<LockStatus>> inspect(String name);
}
