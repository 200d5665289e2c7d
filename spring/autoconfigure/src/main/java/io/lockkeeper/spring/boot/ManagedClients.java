package io.lockkeeper.spring.boot;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockListener;
import io.lockkeeper.spring.boot.LockkeeperProperties.NamedStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * The clients of an application and their life. They are opened when their beans are created, and closed when the context stops: after
 * web servers, schedulers and message listeners, whose phases are greater, and before the connections of the application are.
 */
final class ManagedClients implements SmartLifecycle, DisposableBean {

    /** Between message listeners and schedulers, at the upper end, and connection factories, at 0. */
    static final int PHASE = 1024;

    private final LockClientFactory factory;
    private final LockkeeperProperties properties;
    private final ConfigurableApplicationContext context;
    private final ClientOptions options;
    private final Instruments instruments;
    private final Map<String, ManagedClient> clients = new LinkedHashMap<>();
    private @Nullable String usual;
    private boolean running;

    ManagedClients(
            LockClientFactory factory,
            LockkeeperProperties properties,
            ConfigurableApplicationContext context,
            List<LockListener> listeners,
            Instruments instruments) {
        this.factory = factory;
        this.context = context;
        this.properties = properties;
        this.instruments = instruments;
        ClientOptions given = ClientOptions.defaults()
                .withLease(properties.lease())
                .withDescription(Optional.ofNullable(properties.description())
                        .orElse(context.getEnvironment().getProperty("spring.application.name", "")));
        for (LockListener listener : listeners) {
            given = given.withListener(listener);
        }
        this.options = given;
    }

    /** The default store's client, which may be one of the named stores' as well. */
    synchronized LockClient open() {
        String store = properties.store();
        String meant = store == null || store.indexOf(':') >= 0 ? LockkeeperProperties.DEFAULT : store;
        if (meant.equals(store) && !properties.stores().containsKey(meant)) {
            throw new LockStoreException(
                    "lockkeeper.store names the store '" + meant + "', which is not among the named stores "
                            + properties.stores().keySet() + ".",
                    "Set lockkeeper.store to one of these names, or to an address such as redis://localhost:6379.",
                    null);
        }
        LockClient client = client(meant);
        usual = meant;
        return client;
    }

    /** The name of the default store; empty if it was not opened, because the application has a client of its own. */
    synchronized Optional<String> usual() {
        return Optional.ofNullable(usual);
    }

    /** A named store's client. */
    synchronized LockClient open(String store) {
        return client(store);
    }

    private LockClient client(String store) {
        ManagedClient client = clients.get(store);
        if (client == null) { // Its opening may make beans, and those another client.
            client = new ManagedClient(() -> connect(store));
            clients.put(store, client);
            instruments.opened(store, scheme(store), client.proxy());
        }
        return client.proxy();
    }

    /** The application's resource that keeps the locks of a store; null if there is none, or the store was not opened yet. */
    @Nullable
    ChosenResource resource(String store) {
        return factory instanceof StoreOpener opener ? opener.resource(store) : null;
    }

    private LockClient connect(String store) {
        NamedStore named = properties.stores().get(store);
        if (named != null && named.url() == null) {
            throw new LockStoreException(
                    "The store '" + store + "' for locks has no address.",
                    "Set " + StoreOpener.property(store) + ", for example to redis://localhost:6379.",
                    null);
        }
        ClientOptions own = named == null || named.lease() == null ? options : options.withLease(named.lease());
        LockClient client = factory.open(store, url(store), instruments.measured(store, own));
        return instruments.observed(store, scheme(store), client);
    }

    private @Nullable String url(String store) {
        NamedStore named = properties.stores().get(store);
        return named == null ? properties.store() : named.url();
    }

    private String scheme(String store) {
        ChosenResource resource = resource(store);
        if (resource != null) {
            return resource.kind().scheme();
        }
        String url = url(store);
        return url != null && url.indexOf(':') > 0 ? url.substring(0, url.indexOf(':')) : "other";
    }

    /** The clients by the names of their stores. */
    synchronized Map<String, LockClient> clients() {
        Map<String, LockClient> found = new LinkedHashMap<>();
        clients.forEach((store, client) -> found.put(store, client.proxy()));
        return Collections.unmodifiableMap(found);
    }

    /** Whether a client is one of them. */
    boolean contains(LockClient client) {
        return clients().containsValue(client);
    }

    @Override
    public synchronized void start() {
        clients.values().forEach(ManagedClient::start);
        running = true;
    }

    @Override
    public void stop(Runnable callback) {
        // Not on the thread of the context, which stops what else is in the phase meanwhile.
        new Thread(
                        () -> {
                            try {
                                stop();
                            } finally {
                                callback.run();
                            }
                        },
                        "lockkeeper-stop")
                .start();
    }

    @Override
    public void stop() {
        List<ManagedClient> all = all();
        List<Thread> drains =
                all.stream().map(ManagedClient::drain).toList(); // All at once: they have the time together.
        boolean drained = Joins.join(drains, properties.shutdownTimeout());
        // If the context closes, beans that are destroyed may still release: then the clients are closed after them.
        if (!drained && !context.isClosed()) {
            close(all);
        }
        synchronized (this) {
            running = false;
        }
    }

    private synchronized List<ManagedClient> all() {
        return new ArrayList<>(clients.values());
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** After the beans that use the clients. */
    @Override
    public void destroy() {
        close(all());
    }

    /** All at once: one whose store does not answer must not keep the others from giving their locks back. */
    private static void close(List<ManagedClient> all) {
        all.stream().skip(1).forEach(ManagedClient::hurry);
        all.forEach(ManagedClient::close);
    }
}
