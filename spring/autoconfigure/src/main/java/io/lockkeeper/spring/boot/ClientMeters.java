package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockListener;

/** Measures what the clients of stores do. */
interface ClientMeters {

    /** What hears the events of a store's client. The same one if the client is opened again. */
    LockListener listener(String store);

    /**
     * A store's client was opened for the first time. Nobody has it yet.
     *
     * @param scheme the kind of store, such as {@code redis}
     * @param client is asked what it holds
     */
    void opened(String store, String scheme, LockClient client);
}
