package io.lockkeeper.etcd;

import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Stores over one server, each through a network of its own, so that each can be cut off without the others. */
final class ThroughProxies implements AutoCloseable {

    private final EtcdServer server;
    private final String parameters;
    private final Map<Store, TcpProxy> networks = new HashMap<>();

    ThroughProxies(EtcdServer server, String parameters) {
        this.server = server;
        this.parameters = parameters;
    }

    synchronized Store open() {
        TcpProxy network = server.proxy();
        EtcdStore store = EtcdStore.connect(StoreAddress.parse(server.url(network) + parameters));
        networks.put(store, network);
        return store;
    }

    /** Neither hears anything of the other; what is under way is lost. Returns what mends it. */
    synchronized Runnable cutOff(Store store) {
        TcpProxy network = network(store);
        network.freeze();
        return network::thaw;
    }

    synchronized TcpProxy network(Store store) {
        return Objects.requireNonNull(networks.get(store));
    }

    @Override
    public synchronized void close() {
        networks.values().forEach(TcpProxy::close);
    }
}
