package io.lockkeeper.redis;

import io.lockkeeper.servers.RedisBinary;
import io.lockkeeper.servers.RequiresNewer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** The Redis store keeps every promise on newer servers, too. Their access rules and errors are checked on the latest of each kind. */
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

    @Nested
    @RequiresNewer("valkey-9")
    class AccessOnValkey9 extends AccessTest.OnOneServer {
        AccessOnValkey9() {
            super(RedisBinary.newer("valkey-9"));
        }
    }

    @Nested
    @RequiresNewer("valkey-9")
    class ServerErrorsOnValkey9 extends ServerErrorTest.OnOneServer {
        ServerErrorsOnValkey9() {
            super(RedisBinary.newer("valkey-9"));
        }
    }

    @Nested
    @RequiresNewer("valkey-9")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class LocksOnValkey9 extends RedisLocksTest.OnOneServer {
        LocksOnValkey9() {
            super(RedisBinary.newer("valkey-9"));
        }
    }

    @Nested
    @RequiresNewer("redis-8")
    class AccessOnRedis8 extends AccessTest.OnOneServer {
        AccessOnRedis8() {
            super(RedisBinary.newer("redis-8"));
        }
    }

    @Nested
    @RequiresNewer("redis-8")
    class ServerErrorsOnRedis8 extends ServerErrorTest.OnOneServer {
        ServerErrorsOnRedis8() {
            super(RedisBinary.newer("redis-8"));
        }
    }

    @Nested
    @RequiresNewer("redis-8")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class LocksOnRedis8 extends RedisLocksTest.OnOneServer {
        LocksOnRedis8() {
            super(RedisBinary.newer("redis-8"));
        }
    }
}
