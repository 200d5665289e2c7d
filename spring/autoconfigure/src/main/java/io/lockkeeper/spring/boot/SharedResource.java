package io.lockkeeper.spring.boot;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.StoreAddress;

/** Opens lock clients by a kind of resource that the application has. The resource stays open when they are closed. */
interface SharedResource {

    /** What a message calls the resource. */
    String title();

    Class<?> type();

    /** The scheme of the store, as addresses have it. */
    String scheme();

    /**
     * Opens a client.
     *
     * @param resource a bean of the type
     * @param address its parameters are those of the store
     * @throws IllegalArgumentException if a setting of the resource or a parameter cannot be honoured; the message says which
     */
    LockClient open(Object resource, StoreAddress address, ClientOptions options);
}
