package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;

/** Observes what is acquired through the clients of stores. */
interface ClientObservations {

    /**
     * Wraps a client.
     *
     * @param store the store's name
     * @param scheme the kind of store, such as {@code redis}
     * @param client the client, each time it was opened
     * @return the observed client
     */
    LockClient observe(String store, String scheme, LockClient client);
}
