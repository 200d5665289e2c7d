package io.lockkeeper.store;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import java.util.ServiceLoader;

/** The service that creates a {@link LockClient} for a {@link Store}. */
public interface Engine {

    /**
     * Returns the engine of this program.
     *
     * @return the engine
     */
    static Engine load() {
        return ServiceLoader.load(Engine.class, Engine.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No lock engine is registered as a service."));
    }

    /**
     * Starts a client for a store, with the system's clock.
     *
     * @param store the store, which is closed with the client
     * @param options the options of the client
     * @return the client
     */
    LockClient start(Store store, ClientOptions options);

    /**
     * Starts a client for a store, in an environment of the caller.
     *
     * @param store the store, which is closed with the client
     * @param options the options of the client
     * @param environment the clock, the random numbers and the threads
     * @return the client
     */
    LockClient start(Store store, ClientOptions options, Environment environment);
}
