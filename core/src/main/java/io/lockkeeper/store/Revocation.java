package io.lockkeeper.store;

import io.lockkeeper.Holder;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The capability of a store to take a lock away from its holder. */
public interface Revocation {

    /**
     * Ends the current grant of a lock and serves the next in line; the holder is told where possible.
     *
     * @param name the lock's name
     * @return whom it was taken from; empty if nobody held it
     */
    CompletionStage<Optional<Holder>> revoke(String name);
}
