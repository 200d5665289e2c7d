package io.lockkeeper.zookeeper;

import io.lockkeeper.contract.LockContract;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** Locks over ZooKeeper are what programs rely on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZooKeeperLocksTest implements LockContract {

    private final ZooKeeperServer server = ZooKeeperServer.start();

    @Override
    public Store open() {
        return ZooKeeperStore.connect(StoreAddress.parse(server.url()));
    }

    @AfterAll
    void stop() {
        server.close();
    }
}
