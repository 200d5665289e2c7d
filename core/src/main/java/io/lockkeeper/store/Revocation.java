package io.lockkeeper.store;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The capability of a store to release a lock by force. */
public interface Revocation {

    /**
     * Ends the current grant of a lock and serves the next waiter; the holder is notified where possible. Comparison and
     * end are one step.
     *
     * @param name the lock's name
     * @param only the grant to end, as {@link Inspection} showed it; any other is left alone; null for whichever is current
     * @return the holder that it was taken from; empty if nobody held it, or another grant is current
     */
    CompletionStage<Optional<Holder>> revoke(String name, @Nullable Holding only);

    /**
     * Ends the current grant of a lock, whichever it is.
     *
     * @param name the lock's name
     * @return the holder that it was taken from; empty if nobody held it
     */
    default CompletionStage<Optional<Holder>> revoke(String name) {
        return revoke(name, null);
    }
}
