/** Locks in Redis: one node, spoken to through Lettuce, and by callers that wait through sockets of their own. */
module io.lockkeeper.redis {
    requires transitive io.lockkeeper;
    requires transitive lettuce.core;
    requires static org.jspecify;
    requires org.slf4j;
    requires redis.clients.jedis;
    requires io.netty.common;
    requires io.netty.resolver;
    requires io.netty.transport;
    // Lettuce needs these too, and cannot say so: it is an automatic module.
    requires io.netty.buffer;
    requires io.netty.handler;
    requires io.netty.resolver.dns;

    exports io.lockkeeper.redis;

    provides io.lockkeeper.store.StoreProvider with
            io.lockkeeper.redis.RedisStoreProvider;
}
