package io.lockkeeper.bench.contestants;

import java.time.Duration;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Spring Integration's lock registry for Redis, of the type that waits by publish and subscribe. It renews nothing unless told to. */
public final class SpringPubSub implements OnRedis, Reentrant, Renewing {

    @Override
    public String name() {
        return "spring-pubsub";
    }

    @Override
    public Locks open(String redisUrl) {
        return SpringLocks.open(redisUrl, RedisLockType.PUB_SUB_LOCK);
    }

    @Override
    public Locks openRenewing(String redisUrl, Duration lease) {
        return SpringLocks.openRenewing(redisUrl, RedisLockType.PUB_SUB_LOCK, lease);
    }
}
