package io.lockkeeper.redis;

import io.lockkeeper.contract.LockContract;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** Locks over Redis are what programs rely on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisLocksTest implements LockContract {

    private final RedisServer redis = RedisServer.start();

    @Override
    public Store open() {
        return RedisStore.connect(StoreAddress.parse(redis.url() + "?timeout=10s&claim-time=10s"));
    }

    @AfterAll
    void stop() {
        redis.close();
    }
}
