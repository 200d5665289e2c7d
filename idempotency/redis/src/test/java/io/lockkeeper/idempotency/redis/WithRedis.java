package io.lockkeeper.idempotency.redis;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.servers.RedisServer;
import org.junit.jupiter.api.AfterEach;

/** A server that all tests share, and a store on it. For tests that use keys of their own and break nothing. */
abstract class WithRedis {

    static final RedisServer REDIS = RedisServer.start();

    final RedisRecords store = Claims.store(REDIS.url() + "?timeout=20s");

    @AfterEach
    void closeStore() {
        store.close();
    }

    static String name(IdempotencyKey key) {
        return Keys.under("").record(key);
    }
}
