package io.lockkeeper.idempotency.redis;

import io.lockkeeper.idempotency.IdempotencyProvider;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.store.StoreAddress;
import java.util.Set;

/** The provider of {@code redis://host:port/db} and, over TLS, {@code rediss://…}. */
public final class RedisIdempotencyProvider implements IdempotencyProvider {

    /** Made by {@code ServiceLoader}. */
    public RedisIdempotencyProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("redis", "rediss");
    }

    @Override
    public LeasedIdempotency connect(StoreAddress address, IdempotencySettings settings) {
        return RedisIdempotency.connect(address, settings);
    }
}
