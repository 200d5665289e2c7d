package io.lockkeeper.bench.server;

/** Sees what travels to a server, where its counters alone do not tell. */
public interface Watch extends AutoCloseable {

    /** Returns what was seen, when all that was carried out before this call is part of it. */
    Traffic finish();

    @Override
    void close();

    /** Returns one that sees nothing, for a server whose counters do tell. */
    static Watch ofNothing() {
        return new Watch() {
            @Override
            public Traffic finish() {
                return new Traffic();
            }

            @Override
            public void close() {
                // Nothing was opened.
            }
        };
    }
}
