package io.lockkeeper.behaviour;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.faults.BareStore;
import io.lockkeeper.faults.Ear;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.FaultyStore;
import io.lockkeeper.faults.Pausable;
import io.lockkeeper.faults.RecordingStore;
import io.lockkeeper.faults.Request;
import io.lockkeeper.faults.Script;
import io.lockkeeper.faults.SessionBoundStore;
import io.lockkeeper.memory.MemorySpace;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Environment;
import io.lockkeeper.store.Store;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** One place for locks, its clients, and the time of them all. */
final class World implements AutoCloseable {

    private static final Executor CALLBACKS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "callback");
        thread.setDaemon(true);
        return thread;
    });

    private final ManualTime time = new ManualTime();
    private final MemorySpace space = new MemorySpace(time);
    private final List<LockClient> clients = new ArrayList<>();
    private final Executor callbacks;

    World() {
        this(CALLBACKS);
    }

    /** A world whose listeners are called by an executor. */
    World(Executor callbacks) {
        this.callbacks = callbacks;
    }

    ManualTime time() {
        return time;
    }

    void pass(Duration passing) {
        time.advance(passing);
    }

    MemorySpace space() {
        return space;
    }

    /** A client with the defaults: leases of 30 s. */
    Party client() {
        return client(ClientOptions.defaults());
    }

    Party client(ClientOptions options) {
        Script requests = new Script();
        Ear ear = new Ear();
        return start(new FaultyStore(space.connect(), requests, ear::detour), requests, ear, options);
    }

    /** A client whose store can neither push nor exchange. */
    Party pollingClient() {
        Script requests = new Script();
        return start(new BareStore(space.connect(), requests), requests, new Ear(), ClientOptions.defaults());
    }

    /** A client whose store can do everything, but refuses to be listened to. */
    Party deafClient() {
        Party client = client();
        for (int times = 0; times < 1_000; times++) {
            client.requests().next(Request.LISTEN, Fate.REFUSED);
        }
        return client;
    }

    /** A client whose store has recalls on record, and can't push. */
    Party lookingClient() {
        Script requests = new Script();
        return start(new RecordingStore(space.connect(), requests), requests, new Ear(), ClientOptions.defaults());
    }

    /** A client whose leases are no longer than a session. */
    Bound sessionBoundClient() {
        Script requests = new Script();
        SessionBoundStore store = new SessionBoundStore(space.connect(), requests);
        return new Bound(start(store, requests, new Ear(), ClientOptions.defaults()), store);
    }

    /** A client and its store. */
    record Bound(Party party, SessionBoundStore store) {}

    private Party start(Store store, Script requests, Ear ear, ClientOptions options) {
        Pausable process = new Pausable(time);
        LockClient client =
                Engine.load().start(store, options, new Environment(time, process, new SecureRandom(), callbacks));
        clients.add(client);
        return new Party(client, requests, ear, process);
    }

    @Override
    public void close() {
        clients.forEach(LockClient::close);
    }
}
