package io.lockkeeper.memcached;

import io.lockkeeper.contract.LockContract;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.RequiresMemcached;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** Locks over memcached are what programs rely on, as long as it keeps them. */
@RequiresMemcached
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MemcachedLocksTest implements LockContract {

    private final MemcachedServer memcached = MemcachedServer.start();

    @Override
    public Store open() {
        return MemcachedStore.connect(StoreAddress.parse(memcached.url() + "?timeout=10s"));
    }

    @AfterAll
    void stop() {
        memcached.close();
    }
}
