package io.lockkeeper.store;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.time.Ticker;
import io.lockkeeper.time.Timer;
import java.util.ServiceLoader;

/** The service that makes a {@link LockClient} out of a {@link Store}. */
public interface Engine {

    /**
     * The engine of this program.
     *
     * @return the engine
     */
    static Engine load() {
        return ServiceLoader.load(Engine.class, Engine.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No lock engine is registered as a service."));
    }

    /**
     * Starts a client over a store, in the system's time.
     *
     * @param store closed with the client
     * @param options what applies to the whole client
     * @return the client
     */
    LockClient start(Store store, ClientOptions options);

    /**
     * Starts a client over a store, in a time of the caller's own.
     *
     * @param store closed with the client
     * @param options what applies to the whole client
     * @param ticker the clock
     * @param timer calls back by that clock
     * @return the client
     */
    LockClient start(Store store, ClientOptions options, Ticker ticker, Timer timer);
}
