package io.lockkeeper.spring.boot;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.StoreAddress;
import org.springframework.core.annotation.Order;

/** Locks in the Redis of the application's Lettuce client: at the same address, over connections of the store's own. */
@Order(3)
final class SharedRedisClient implements SharedResource {

    @Override
    public String title() {
        return "RedisClient";
    }

    @Override
    public Class<?> type() {
        return RedisClient.class;
    }

    @Override
    public String scheme() {
        return "redis";
    }

    @Override
    public LockClient open(Object resource, StoreAddress address, io.lockkeeper.ClientOptions options) {
        RedisClient client = (RedisClient) resource;
        if (!(Peek.at(client, RedisClient.class, "redisURI") instanceof RedisURI uri) || uri.getHost() == null) {
            throw refusal("was created without the address of one server");
        }
        if (!uri.getSentinels().isEmpty()) {
            throw refusal("uses Sentinel");
        }
        if (uri.isStartTls()
                || (uri.isSsl() && client.getOptions().getSslOptions() != ClientOptions.DEFAULT_SSL_OPTIONS)) {
            throw refusal("has certificates of its own, or uses STARTTLS");
        }
        return RedisAddresses.open(uri, client.getResources(), address, options);
    }

    private static IllegalArgumentException refusal(String what) {
        return new IllegalArgumentException("The application's RedisClient " + what
                + ", which the store for locks can't take over. Set the address of one Redis server, as in"
                + " redis://user:password@host:6379.");
    }
}
