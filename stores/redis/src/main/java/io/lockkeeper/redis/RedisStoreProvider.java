package io.lockkeeper.redis;

import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.StoreProvider;
import java.util.Set;

/** The provider of {@code redis://host:port/db} and, over TLS, {@code rediss://…}. */
public final class RedisStoreProvider implements StoreProvider {

    /** Made by {@code ServiceLoader}. */
    public RedisStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("redis", "rediss");
    }

    @Override
    public Store open(StoreAddress address) {
        return RedisStore.connect(address);
    }
}
