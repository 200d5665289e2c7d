package io.lockkeeper.zookeeper;

import io.lockkeeper.StoreUnavailableException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Where a store's sessions come from: connections of its own, or a framework of the program's. */
interface SessionSource {

    /** Begins the first session, now or when there is a connection. */
    void start(Connection connection);

    /**
     * Explains why no session has begun.
     *
     * @param failure what is known
     * @return what was found out, or the failure
     */
    default StoreUnavailableException explain(StoreUnavailableException failure) {
        return failure;
    }

    /**
     * Has another session follow one that is over.
     *
     * @param byServer whether the servers know that it is
     */
    void replace(Connection connection, Session ended, boolean byServer);

    /**
     * Lets go of what the last session holds; waits a moment for the servers to know, so that a program may end.
     *
     * @param last null if none has begun
     * @param ours tells the store's nodes, by their paths, from others that the session may have
     */
    void close(@Nullable Session last, Predicate<String> ours);
}
