package io.lockkeeper.spring.boot;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import org.jspecify.annotations.Nullable;

/** Opens the clients of an application's stores. A bean of this type replaces the one of the auto-configuration. */
@FunctionalInterface
public interface LockClientFactory {

    /**
     * Opens a client. Called when the client's bean is created, and again when the application is started after a stop.
     *
     * @param store the store's name; {@link LockkeeperProperties#DEFAULT} for the default store
     * @param url the store's address; null if none is configured
     * @param options the options of the client
     * @return the client, which is closed when the application stops
     */
    LockClient open(String store, @Nullable String url, ClientOptions options);
}
