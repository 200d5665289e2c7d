package io.lockkeeper.bench.contestants;

import org.redisson.api.RedissonClient;

/** Redisson with its fair lock. */
public final class RedissonFairLock implements OnRedis, Reentrant {

    @Override
    public String name() {
        return "redisson-fair";
    }

    @Override
    public Locks open(String redisUrl) {
        return new RedissonLocks(RedissonLocks.connect(redisUrl), RedissonClient::getFairLock);
    }
}
