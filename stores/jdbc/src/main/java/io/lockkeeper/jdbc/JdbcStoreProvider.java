package io.lockkeeper.jdbc;

import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.StoreProvider;
import java.util.Set;

/** The provider of {@code jdbc:…}, whatever the driver. */
public final class JdbcStoreProvider implements StoreProvider {

    /** Made by {@code ServiceLoader}. */
    public JdbcStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("jdbc");
    }

    @Override
    public Store open(StoreAddress address) {
        return JdbcStore.connect(address);
    }
}
