package io.lockkeeper.bench.server;

import java.util.Locale;

/** Something that servers count. */
public enum Counter {
    /** What clients sent to a server that calls commands of its own accord, as scripts do. */
    REQUESTS,
    /** What such a server carried out, that of scripts included. */
    COMMANDS,
    /** What clients had a database carry out, the beginnings and ends of transactions included. */
    STATEMENTS,
    /** Requests that change something, which servers have to agree on and to write to their disks. */
    WRITES,
    /** Requests that change nothing, signs of life among them. */
    READS,
    /** What a cache looked up or wrote: a request may ask for several. */
    ITEMS,
    /** Received and sent. */
    BYTES;

    /** Returns the word for a table's head. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
