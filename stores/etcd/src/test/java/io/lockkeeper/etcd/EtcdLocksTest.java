package io.lockkeeper.etcd;

import io.lockkeeper.contract.LockContract;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** Locks over etcd are what programs rely on. */
@RequiresEtcd
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EtcdLocksTest implements LockContract {

    private final EtcdServer server = EtcdServer.start();

    @Override
    public Store open() {
        return EtcdStore.connect(StoreAddress.parse(server.url() + "?timeout=10s"));
    }

    @AfterAll
    void stop() {
        server.close();
    }
}
