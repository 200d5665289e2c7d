package io.lockkeeper.redis;

import io.lockkeeper.servers.RedisBinary;
import io.lockkeeper.servers.RequiresNewer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** The Redis store keeps every promise on Valkey, and on the newest Redis, too. */
class NewerServersTest {

    @Nested
    @RequiresNewer("valkey-8")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnValkey8 extends RedisStoreTest.OnOneServer {
        OnValkey8() {
            super(RedisBinary.newer("valkey-8"));
        }
    }

    @Nested
    @RequiresNewer("valkey-9")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnValkey9 extends RedisStoreTest.OnOneServer {
        OnValkey9() {
            super(RedisBinary.newer("valkey-9"));
        }
    }

    @Nested
    @RequiresNewer("redis-8")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnRedis8 extends RedisStoreTest.OnOneServer {
        OnRedis8() {
            super(RedisBinary.newer("redis-8"));
        }
    }
}
