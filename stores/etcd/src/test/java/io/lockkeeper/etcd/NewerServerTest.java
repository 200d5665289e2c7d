package io.lockkeeper.etcd;

import io.lockkeeper.contract.ExchangeContract;
import io.lockkeeper.contract.LockContract;
import io.lockkeeper.contract.QueueCatalogueContract;
import io.lockkeeper.contract.QueueRevocationContract;
import io.lockkeeper.contract.QueueSessionContract;
import io.lockkeeper.contract.RecallPushContract;
import io.lockkeeper.contract.TokenContract;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.Installation;
import io.lockkeeper.servers.RequiresNewer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The etcd store, and locks over it, keep every promise on etcd 3.5, too. */
class NewerServerTest {

    @Nested
    @RequiresNewer("etcd")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    @Execution(ExecutionMode.CONCURRENT)
    class TheStore
            implements TokenContract,
                    QueueSessionContract,
                    ExchangeContract,
                    QueueCatalogueContract,
                    QueueRevocationContract,
                    RecallPushContract {

        private final EtcdServer server = EtcdServer.start(Installation.newer("etcd"));
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

    @Nested
    @RequiresNewer("etcd")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class Locks implements LockContract {

        private final EtcdServer server = EtcdServer.start(Installation.newer("etcd"));

        @Override
        public Store open() {
            return EtcdStore.connect(StoreAddress.parse(server.url() + "?timeout=10s"));
        }

        @AfterAll
        void stop() {
            server.close();
        }
    }
}
