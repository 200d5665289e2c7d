package io.lockkeeper.redis;

import io.lockkeeper.contract.EveryStoreContract;
import io.lockkeeper.servers.RedisBinary;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

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

    abstract static class OnOneServer implements EveryStoreContract {

        private final RedisServer server;

        OnOneServer(RedisBinary binary) {
            server = RedisServer.configure().binary(binary).start();
        }

        @Override
        public Store open() {
            return RedisStore.connect(StoreAddress.parse(server.url() + "?timeout=10s"));
        }

        @AfterAll
        void stop() {
            server.close();
        }
    }
}
