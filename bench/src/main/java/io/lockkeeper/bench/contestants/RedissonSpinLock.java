package io.lockkeeper.bench.contestants;

import java.time.Duration;
import org.redisson.api.RedissonClient;

/** Redisson with its spin lock, which waits by trying again. */
public final class RedissonSpinLock implements Reentrant, Renewing {

    @Override
    public String name() {
        return "redisson-spin";
    }

    @Override
    public Locks open(String redisUrl) {
        return new RedissonLocks(RedissonLocks.connect(redisUrl), RedissonClient::getSpinLock);
    }

    @Override
    public Locks openRenewing(String redisUrl, Duration lease) {
        return new RedissonLocks(RedissonLocks.connect(redisUrl, lease), RedissonClient::getSpinLock);
    }
}
