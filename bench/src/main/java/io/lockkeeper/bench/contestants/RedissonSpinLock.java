package io.lockkeeper.bench.contestants;

import org.redisson.api.RedissonClient;

/** Redisson with its spin lock, which waits by trying again. */
public final class RedissonSpinLock implements OnRedis, Reentrant {

    @Override
    public String name() {
        return "redisson-spin";
    }

    @Override
    public Locks open(String redisUrl) {
        return new RedissonLocks(RedissonLocks.connect(redisUrl), RedissonClient::getSpinLock);
    }
}
