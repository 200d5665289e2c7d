package io.lockkeeper.zookeeper;

import java.util.List;

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
     * @param paths the nodes that it has
     */
    void close(Session last, List<String> paths);
}
