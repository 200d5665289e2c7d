package io.lockkeeper.zookeeper;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Where a store's sessions come from: connections of its own, or a framework of the program's. */
interface SessionSource {

    /** Begins the first session, now or when there is a connection. */
    void start(Connection connection);

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
