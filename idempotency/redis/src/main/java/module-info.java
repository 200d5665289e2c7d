/** Idempotency in Redis, through Lettuce. */
module io.lockkeeper.idempotency.redis {
    requires transitive io.lockkeeper.idempotency;
    requires transitive lettuce.core;
    requires static org.jspecify;
    requires io.lockkeeper;
    requires org.slf4j;
    requires io.netty.transport;
    // Lettuce needs these too, and cannot say so: it is an automatic module.
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.resolver;
    requires io.netty.resolver.dns;

    exports io.lockkeeper.idempotency.redis;

    provides io.lockkeeper.idempotency.IdempotencyProvider with
            io.lockkeeper.idempotency.redis.RedisIdempotencyProvider;
}
