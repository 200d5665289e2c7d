package io.lockkeeper.bench.contestants;

import java.time.Duration;
import java.util.function.BiFunction;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The locks of one kind of a Redisson client. */
record RedissonLocks(RedissonClient client, BiFunction<RedissonClient, String, RLock> kind) implements Locks {

    static RedissonClient connect(String redisUrl) {
        return Redisson.create(config(redisUrl));
    }

    static RedissonClient connect(String redisUrl, Duration lease) {
        return Redisson.create(config(redisUrl).setLockWatchdogTimeout(lease.toMillis()));
    }

    private static Config config(String redisUrl) {
        Config config = new Config();
        config.useSingleServer().setAddress(redisUrl);
        return config;
    }

    @Override
    public Mutex lock(String name) {
        return Mutex.of(kind.apply(client, name));
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
