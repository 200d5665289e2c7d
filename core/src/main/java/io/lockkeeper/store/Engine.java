package io.lockkeeper.store;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
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
     * Starts a client over a store, in a world of the caller's own.
     *
     * @param store closed with the client
     * @param options what applies to the whole client
     * @param environment time, chance and threads
     * @return the client
     */
    LockClient start(Store store, ClientOptions options, Environment environment);
}
