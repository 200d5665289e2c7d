package io.lockkeeper.bench.server;

import java.util.function.Supplier;

/** The one server that all contestants of a run use, and what it counts. Not thread-safe. */
public interface Server extends AutoCloseable {

    /** Returns what it is. */
    ServerKind kind();

    /** Returns its name and version. */
    String description();

    /** Returns the address for clients. */
    String url();

    /** Deletes all that clients have put there. What is made once, such as scripts and tables, stays. */
    void flush();

    /** Starts to measure, and returns what tells the load since then. */
    Supplier<Load> measure();

    /** Starts to watch what travels. */
    Watch watch();

    @Override
    void close();
}
