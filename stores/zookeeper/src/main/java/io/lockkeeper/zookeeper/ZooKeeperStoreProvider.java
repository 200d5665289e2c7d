package io.lockkeeper.zookeeper;

import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.StoreProvider;
import java.util.Set;

/** The provider of {@code zk://host:port,host:port/path} and {@code zks://…}. */
public final class ZooKeeperStoreProvider implements StoreProvider {

    /** Made by {@code ServiceLoader}. */
    public ZooKeeperStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("zk", "zks");
    }

    @Override
    public Store open(StoreAddress address) {
        return ZooKeeperStore.connect(address);
    }
}
