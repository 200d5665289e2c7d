package io.lockkeeper.redis;

import io.lockkeeper.contract.LockContract;
import io.lockkeeper.servers.RedisBinary;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Locks over Redis are what programs rely on. */
class RedisLocksTest {

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnThePreferredServer extends OnOneServer {
        OnThePreferredServer() {
            super(RedisBinary.preferred());
        }
    }

    /** Many of these tests wait. */
    @Execution(ExecutionMode.CONCURRENT)
    abstract static class OnOneServer implements LockContract {

        private final RedisServer redis;

        OnOneServer(RedisBinary binary) {
            redis = RedisServer.configure().binary(binary).start();
        }

        @Override
        public Store open() {
            return RedisStore.connect(StoreAddress.parse(redis.url() + "?timeout=10s&claim-time=10s"));
        }

        @AfterAll
        void stop() {
            redis.close();
        }
    }
}
