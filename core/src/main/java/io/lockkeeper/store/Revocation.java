package io.lockkeeper.store;

import io.lockkeeper.Holder;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The capability of a store to release a lock by force. */
public interface Revocation {

    /**
     * Ends the current grant of a lock and serves the next waiter; the holder is notified where possible.
     *
     * @param name the lock's name
     * @return the holder that it was taken from; empty if nobody held it
     */
    CompletionStage<Optional<Holder>> revoke(String name);
}
