package io.lockkeeper.etcd;

import io.lockkeeper.contract.ExchangeContract;
import io.lockkeeper.contract.QueueCatalogueContract;
import io.lockkeeper.contract.QueueRevocationContract;
import io.lockkeeper.contract.QueueSessionContract;
import io.lockkeeper.contract.RecallPushContract;
import io.lockkeeper.contract.TokenContract;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.store.Store;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The etcd store keeps every promise of stores with sessions that queue and tell. */
@RequiresEtcd
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class EtcdStoreTest
        implements TokenContract,
                QueueSessionContract,
                ExchangeContract,
                QueueCatalogueContract,
                QueueRevocationContract,
                RecallPushContract {

    private final EtcdServer server = EtcdServer.start();
    private final ThroughProxies stores = new ThroughProxies(server, "?ttl=10s&timeout=10s");

    @Override
    public Store open() {
        return stores.open();
    }

    @Override
    public Runnable cutOff(Store store) {
        return stores.cutOff(store);
    }

    @AfterAll
    void stop() {
        stores.close();
        server.close();
    }
}
