package io.lockkeeper.spring.boot;

import io.lettuce.core.RedisURI;
import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.redis.RedisSettings;
import io.lockkeeper.redis.RedisStore;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.StoreAddress;
import java.util.Set;

/** Opens clients at a Redis that the application names. */
final class RedisAddresses {

    private static final Set<String> PARAMETERS = Set.of("prefix", "timeout", "claim-time", "retention", "sockets");

    private RedisAddresses() {}

    static LockClient open(RedisURI uri, StoreAddress address, ClientOptions options) {
        address.refuseUnknownParameters(PARAMETERS);
        return Engine.load().start(RedisStore.connect(uri, settings(address)), options);
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
