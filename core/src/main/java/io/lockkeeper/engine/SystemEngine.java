package io.lockkeeper.engine;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Environment;
import io.lockkeeper.store.Store;
import io.lockkeeper.time.SystemTicker;
import java.security.SecureRandom;

/** The engine as a service, found by {@link Engine#load()}. */
public final class SystemEngine implements Engine {

    /** For {@code ServiceLoader}. */
    public SystemEngine() {}

    @Override
    public LockClient start(Store store, ClientOptions options) {
        SystemTimer timer = new SystemTimer();
        Callbacks callbacks = new Callbacks();
        Environment system = new Environment(SystemTicker.shared(), timer, new SecureRandom(), callbacks);
        return new EngineClient(new Context(store, options, system), () -> {
            timer.stop();
            callbacks.finish();
        });
    }

    @Override
    public LockClient start(Store store, ClientOptions options, Environment environment) {
        return new EngineClient(new Context(store, options, environment), () -> {});
    }
}
