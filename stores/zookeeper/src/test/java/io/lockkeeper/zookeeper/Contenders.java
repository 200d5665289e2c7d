package io.lockkeeper.zookeeper;

import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;

/** Clients that come by one address. */
record Contenders(String url) implements StoreFixture {

    @Override
    public Store open() {
        return ZooKeeperStore.connect(StoreAddress.parse(url));
    }
}
