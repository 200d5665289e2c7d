package io.lockkeeper.engine;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Store;
import io.lockkeeper.time.Ticker;
import io.lockkeeper.time.Timer;

/** The engine as a service, found by {@link Engine#load()}. */
public final class SystemEngine implements Engine {

    /** For {@code ServiceLoader}. */
    public SystemEngine() {}

    @Override
    public LockClient start(Store store, ClientOptions options) {
        SystemTimer timer = new SystemTimer();
        return new EngineClient(new Context(store, options, SystemTicker.shared(), timer), timer::stop);
    }

    @Override
    public LockClient start(Store store, ClientOptions options, Ticker ticker, Timer timer) {
        return new EngineClient(new Context(store, options, ticker, timer), () -> {});
    }
}
