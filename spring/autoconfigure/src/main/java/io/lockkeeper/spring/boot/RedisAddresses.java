package io.lockkeeper.spring.boot;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.redis.RedisSettings;
import io.lockkeeper.redis.RedisStore;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.StoreAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens clients at a Redis that the application names. */
final class RedisAddresses {

    private static final Set<String> PARAMETERS = Set.of("prefix", "timeout", "claim-time", "retention", "sockets");

    private RedisAddresses() {}

    /**
     * Opens a client.
     *
     * @param resources with which the application's own clients find the server; null for Lettuce's defaults
     */
    static LockClient open(
            RedisURI uri, @Nullable ClientResources resources, StoreAddress address, ClientOptions options) {
        address.refuseUnknownParameters(PARAMETERS);
        RedisSettings settings = settings(address);
        RedisStore store = OwnResolvers.in(resources)
                .map(resolving -> RedisStore.connect(uri, settings, resolving))
                .orElseGet(() -> RedisStore.connect(uri, settings));
        return Engine.load().start(store, options);
    }

    private static RedisSettings settings(StoreAddress address) {
        RedisSettings given = RedisSettings.defaults();
        given = address.parameter("prefix").map(given::withPrefix).orElse(given);
        given = address.duration("timeout").map(given::withTimeout).orElse(given);
        given = address.duration("claim-time").map(given::withClaimTime).orElse(given);
        given = address.duration("retention").map(given::withRetention).orElse(given);
        return address.parameter("sockets")
                .map(Numbers::parse)
                .map(given::withSockets)
                .orElse(given);
    }
}
