package io.lockkeeper.bench.contestants;

import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Spring Integration's lock registry for Redis, of the type that waits by trying again every 100 ms, its default. It renews nothing unless told to. */
public final class SpringSpin implements OnRedis, Reentrant {

    @Override
    public String name() {
        return "spring-spin";
    }

    @Override
    public Locks open(String redisUrl) {
        return SpringLocks.open(redisUrl, RedisLockType.SPIN_LOCK);
    }
}
