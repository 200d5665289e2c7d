package io.lockkeeper.idempotency.memory;

import io.lockkeeper.idempotency.IdempotencyProvider;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.engine.Engine;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.time.SystemTicker;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The provider of {@code memory:NAME}: all who name the same space in one JVM share its records, until the JVM ends. */
public final class MemoryProvider implements IdempotencyProvider {

    private static final Map<String, IdempotencyStore> SPACES = new ConcurrentHashMap<>();

    /** Made by {@code ServiceLoader}. */
    public MemoryProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("memory");
    }

    @Override
    public LeasedIdempotency connect(StoreAddress address, IdempotencySettings settings) {
        address.refuseUnknownParameters(Set.of());
        String name = address.path();
        if (name.isBlank() || name.startsWith("/")) {
            throw new IllegalArgumentException(
                    "A memory store's address reads memory:NAME, as in memory:orders; this one: " + address);
        }
        return Engine.leased(
                SPACES.computeIfAbsent(name, space -> MemoryIdempotency.store(SystemTicker.shared())), settings);
    }
}
