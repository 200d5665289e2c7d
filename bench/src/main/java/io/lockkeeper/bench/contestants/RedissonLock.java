package io.lockkeeper.bench.contestants;

import java.time.Duration;
import org.redisson.api.RedissonClient;

/** Redisson with its plain lock, which waits by publish and subscribe. */
public final class RedissonLock implements OnRedis, Reentrant, Renewing {

    @Override
    public String name() {
        return "redisson-lock";
    }

    @Override
    public Locks open(String redisUrl) {
        return new RedissonLocks(RedissonLocks.connect(redisUrl), RedissonClient::getLock);
    }

    @Override
    public Locks openRenewing(String redisUrl, Duration lease) {
        return new RedissonLocks(RedissonLocks.connect(redisUrl, lease), RedissonClient::getLock);
    }
}
