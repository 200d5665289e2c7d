package io.lockkeeper.redis;

import io.lockkeeper.contract.BlockingCallsContract;
import io.lockkeeper.contract.EveryStoreContract;
import io.lockkeeper.servers.RedisBinary;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The Redis store keeps every promise, on the newest server at hand and on the oldest one it is meant for. */
class RedisStoreTest {

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnTheNewestServer extends OnOneServer {
        OnTheNewestServer() {
            super(RedisBinary.preferred());
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnRedis62 extends OnOneServer {
        OnRedis62() {
            super(RedisBinary.fromMaven());
        }
    }

    /** The threads of the test do the work themselves, on connections of their own. */
    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class OnTheNewestServerByItsCallers extends OnOneServer {
        OnTheNewestServerByItsCallers() {
            super(RedisBinary.preferred());
        }

        @Override
        public Store open() {
            RedisStore store = (RedisStore) super.open();
            SocketsTest.call(store, 64);
            return store.blocking();
        }
    }

    /** Most of these tests wait for leases to end: all servers are waited for at once. */
    @Execution(ExecutionMode.CONCURRENT)
    abstract static class OnOneServer implements EveryStoreContract, BlockingCallsContract {

        private final RedisServer server;

        OnOneServer(RedisBinary binary) {
            server = RedisServer.configure().binary(binary).start();
        }

        @Override
        public Store open() {
            return RedisStore.connect(StoreAddress.parse(server.url() + "?timeout=10s&claim-time=5s"));
        }

        @AfterAll
        void stop() {
            server.close();
        }
    }
}
