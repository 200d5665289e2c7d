package io.lockkeeper.etcd;

import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.StoreProvider;
import java.util.Set;

/** The provider of {@code etcd://host:port,…} and, over TLS, {@code etcds://…}. */
public final class EtcdStoreProvider implements StoreProvider {

    /** Made by {@code ServiceLoader}. */
    public EtcdStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("etcd", "etcds");
    }

    @Override
    public Store open(StoreAddress address) {
        return EtcdStore.connect(address);
    }
}
