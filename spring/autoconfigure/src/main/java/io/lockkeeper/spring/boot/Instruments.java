package io.lockkeeper.spring.boot;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import org.jspecify.annotations.Nullable;

/**
 * What looks at the clients of stores, as far as the application has it.
 *
 * @param meters measures them; null if nothing does
 * @param observations observes them; null if nothing does
 */
record Instruments(@Nullable ClientMeters meters, @Nullable ClientObservations observations) {

    /** The options of a client, with the listener that measures it. */
    ClientOptions measured(String store, ClientOptions options) {
        return meters == null ? options : options.withListener(meters.listener(store));
    }

    /** A client that was opened, as the application gets it. */
    LockClient observed(String store, String scheme, LockClient client) {
        return observations == null ? client : observations.observe(store, scheme, client);
    }

    /** A store's client was opened for the first time. */
    void opened(String store, String scheme, LockClient client) {
        if (meters != null) {
            meters.opened(store, scheme, client);
        }
    }
}
