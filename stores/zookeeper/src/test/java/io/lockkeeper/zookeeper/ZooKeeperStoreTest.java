package io.lockkeeper.zookeeper;

import io.lockkeeper.contract.ExchangeContract;
import io.lockkeeper.contract.QueueCatalogueContract;
import io.lockkeeper.contract.QueueRevocationContract;
import io.lockkeeper.contract.QueueSessionContract;
import io.lockkeeper.contract.RecallPushContract;
import io.lockkeeper.contract.TokenContract;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The ZooKeeper store keeps every promise of a store with sessions and a queue. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class ZooKeeperStoreTest
        implements TokenContract,
                QueueSessionContract,
                ExchangeContract,
                QueueCatalogueContract,
                QueueRevocationContract,
                RecallPushContract {

    private final ZooKeeperServer server = ZooKeeperServer.start();
    private final Map<Store, TcpProxy> networks = new ConcurrentHashMap<>();

    @Override
    public Store open() {
        TcpProxy network = server.proxy();
        Store store = ZooKeeperStore.connect(StoreAddress.parse(server.url(network) + "/contract?session=10s"));
        networks.put(store, network);
        return store;
    }

    @Override
    public Runnable cutOff(Store store) {
        TcpProxy network = Objects.requireNonNull(networks.get(store));
        network.freeze();
        return network::heal;
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(30);
    }

    @AfterAll
    void stop() {
        networks.values().forEach(TcpProxy::close);
        server.close();
    }
}
