package io.lockkeeper.bench.contestants;

import java.time.Duration;
import java.util.Optional;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Spring Integration's lock registry for Redis, over Lettuce. It renews nothing unless told to. */
final class SpringRedis {
    private static final String KEY = "registry";

    private SpringRedis() {}

    /** One of its types: one waits by publish and subscribe, one by trying again every 100 ms, its default. */
    static Contestant.Opening of(RedisLockType type) {
        return (url, lease) -> locks(url, type, lease);
    }

    private static Locks locks(String url, RedisLockType type, Optional<Duration> lease) {
        LettuceConnectionFactory connections =
                new LettuceConnectionFactory(LettuceConnectionFactory.createRedisConfiguration(url));
        connections.afterPropertiesSet();
        connections.start();
        RedisLockRegistry registry =
                lease.map(time -> renewing(connections, time)).orElseGet(() -> new RedisLockRegistry(connections, KEY));
        registry.setRedisLockType(type);
        return Locks.of(name -> Mutex.of(registry.obtain(name)), () -> {
            registry.destroy();
            connections.destroy();
        });
    }

    private static RedisLockRegistry renewing(LettuceConnectionFactory connections, Duration lease) {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setDaemon(true);
        scheduler.initialize();
        RedisLockRegistry registry = new RedisLockRegistry(connections, KEY, lease);
        registry.setRenewalTaskScheduler(scheduler);
        return registry;
    }
}
