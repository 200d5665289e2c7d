package io.lockkeeper.bench.contestants;

import java.time.Duration;
import org.redisson.api.RedissonClient;

/** Redisson with its fair lock. */
public final class RedissonFairLock implements Reentrant, Renewing {

    @Override
    public String name() {
        return "redisson-fair";
    }

    @Override
    public Locks open(String redisUrl) {
        return new RedissonLocks(RedissonLocks.connect(redisUrl), RedissonClient::getFairLock);
    }

    @Override
    public Locks openRenewing(String redisUrl, Duration lease) {
        return new RedissonLocks(RedissonLocks.connect(redisUrl, lease), RedissonClient::getFairLock);
    }
}
