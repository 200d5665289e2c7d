package io.lockkeeper.zookeeper;

import io.lockkeeper.contract.ExchangeContract;
import io.lockkeeper.contract.QueueCatalogueContract;
import io.lockkeeper.contract.QueueRevocationContract;
import io.lockkeeper.contract.QueueSessionContract;
import io.lockkeeper.contract.TokenContract;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;

/** The ZooKeeper store keeps every promise of a store with sessions and a queue. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZooKeeperStoreTest
        implements TokenContract,
                QueueSessionContract,
                ExchangeContract,
                QueueCatalogueContract,
                QueueRevocationContract {

    private final ZooKeeperServer server = ZooKeeperServer.start();
    private final Map<Store, TcpProxy> networks = new ConcurrentHashMap<>();

    @Override
    public Store open() {
        TcpProxy network = server.proxy();
        Store store = ZooKeeperStore.connect(StoreAddress.parse(server.url(network) + "/contract?session=8s"));
        networks.put(store, network);
        return store;
    }

    @Override
    public Runnable cutOff(Store store) {
        TcpProxy network = Objects.requireNonNull(networks.get(store));
        network.freeze();
        return network::heal;
    }

    @AfterEach
    void closeNetworks() {
        networks.values().forEach(TcpProxy::close);
        networks.clear();
    }

    @AfterAll
    void stop() {
        server.close();
    }
}
