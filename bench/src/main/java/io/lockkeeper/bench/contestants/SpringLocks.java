package io.lockkeeper.bench.contestants;

import java.time.Duration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** The locks of one registry, over Lettuce. */
record SpringLocks(LettuceConnectionFactory connections, RedisLockRegistry registry) implements Locks {
    private static final String KEY = "registry";

    static SpringLocks open(String redisUrl, RedisLockType type) {
        LettuceConnectionFactory connections = connect(redisUrl);
        return new SpringLocks(connections, typed(new RedisLockRegistry(connections, KEY), type));
    }

    static SpringLocks openRenewing(String redisUrl, RedisLockType type, Duration lease) {
        LettuceConnectionFactory connections = connect(redisUrl);
        RedisLockRegistry registry = typed(new RedisLockRegistry(connections, KEY, lease), type);
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setDaemon(true);
        scheduler.initialize();
        registry.setRenewalTaskScheduler(scheduler);
        return new SpringLocks(connections, registry);
    }

    private static LettuceConnectionFactory connect(String redisUrl) {
        LettuceConnectionFactory connections =
                new LettuceConnectionFactory(LettuceConnectionFactory.createRedisConfiguration(redisUrl));
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }

    private static RedisLockRegistry typed(RedisLockRegistry registry, RedisLockType type) {
        registry.setRedisLockType(type);
        return registry;
    }

    @Override
    public Mutex lock(String name) {
        return Mutex.of(registry.obtain(name));
    }

    @Override
    public void close() {
        registry.destroy();
        connections.destroy();
    }
}
