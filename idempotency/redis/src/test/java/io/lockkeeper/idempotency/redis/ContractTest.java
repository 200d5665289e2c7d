package io.lockkeeper.idempotency.redis;

import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.contract.ChangePushContract;
import io.lockkeeper.idempotency.contract.IdempotencyStoreContract;
import io.lockkeeper.idempotency.contract.LeasedIdempotencyContract;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.servers.RedisBinary;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresNewer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Redis keeps every promise, on the oldest server that it is meant for, on the one at hand, and on newer ones. */
class ContractTest {

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnRedis62 extends Store {
        OnRedis62() {
            super(RedisBinary.fromMaven());
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnTheServerAtHand extends Store {
        OnTheServerAtHand() {
            super(RedisBinary.preferred());
        }
    }

    @Nested
    @RequiresNewer("redis-8")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnRedis8 extends Store {
        OnRedis8() {
            super(RedisBinary.newer("redis-8"));
        }
    }

    @Nested
    @RequiresNewer("valkey-9")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnValkey9 extends Store {
        OnValkey9() {
            super(RedisBinary.newer("valkey-9"));
        }
    }

    @Nested
    @Execution(ExecutionMode.CONCURRENT)
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class WithTheEngine implements LeasedIdempotencyContract {

        private final RedisServer redis = RedisServer.start();

        @Override
        public LeasedIdempotency start(IdempotencySettings settings) {
            return LeasedIdempotency.connect(redis.url() + "?timeout=20s", settings);
        }

        @AfterAll
        void stopServer() {
            redis.close();
        }
    }

    /** The promises of the SPI. Most of these tests wait for leases to end: all servers are waited for at once. */
    @Execution(ExecutionMode.CONCURRENT)
    abstract static class Store implements IdempotencyStoreContract, ChangePushContract {

        private final RedisServer redis;

        Store(RedisBinary binary) {
            redis = RedisServer.configure().binary(binary).start();
        }

        @Override
        public IdempotencyStore open() {
            return Claims.store(redis.url() + "?timeout=20s");
        }

        @AfterAll
        void stopServer() {
            redis.close();
        }
    }
}
