package io.lockkeeper.memcached;

import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.StoreProvider;
import java.util.Set;

/** The provider of {@code memcached://host:port} and, over TLS, {@code memcacheds://…}. */
public final class MemcachedStoreProvider implements StoreProvider {

    /** Made by {@code ServiceLoader}. */
    public MemcachedStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("memcached", "memcacheds");
    }

    @Override
    public Store open(StoreAddress address) {
        return MemcachedStore.connect(address);
    }
}
