package io.lockkeeper.memory;

import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.StoreProvider;
import java.util.Set;

/** The provider of {@code memory:NAME}: all who name the same space in one JVM share its locks. */
public final class MemoryStoreProvider implements StoreProvider {

    /** Made by {@code ServiceLoader}. */
    public MemoryStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("memory");
    }

    @Override
    public Store open(StoreAddress address) {
        address.refuseUnknownParameters(Set.of());
        String name = address.path();
        if (name.isBlank() || name.startsWith("/")) {
            throw new IllegalArgumentException(
                    "A memory store's address reads memory:NAME, as in memory:orders; this one: " + address);
        }
        return MemorySpace.named(name).connect();
    }
}
