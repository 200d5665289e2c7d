package io.lockkeeper.micrometer;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockListener;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.memory.MemorySpace;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Environment;
import io.lockkeeper.time.Timer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** One place for locks in memory, its clients, and the time of them all. */
final class World implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Executor CALLBACKS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "callback");
        thread.setDaemon(true);
        return thread;
    });

    private final ManualTime time = new ManualTime();
    private final MemorySpace space = new MemorySpace(time);
    private final List<LockClient> clients = new ArrayList<>();

    void pass(Duration passing) {
        time.advance(passing);
    }

    LockClient client() {
        return start(ClientOptions.defaults(), time);
    }

    LockClient client(LockListener listener) {
        return start(ClientOptions.defaults().withListener(listener), time);
    }

    /** A client that notices only what it is asked about: its timers never run. */
    LockClient clientWithoutTimers() {
        return start(ClientOptions.defaults(), (delay, task) -> () -> {});
    }

    private LockClient start(ClientOptions options, Timer timer) {
        LockClient client = Engine.load()
                .start(space.connect(), options, new Environment(time, timer, new SecureRandom(), CALLBACKS));
        clients.add(client);
        return client;
    }

    @Override
    public void close() {
        clients.forEach(LockClient::close);
    }
}
