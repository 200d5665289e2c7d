package io.lockkeeper.bench.contestants;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Spring Integration's lock registry for Redis, over Lettuce. It renews nothing unless told to. */
public final class SpringRedis {
    private static final String KEY = "registry";

    private SpringRedis() {}

    /** The type that waits by publish and subscribe. */
    public static final class PubSub extends Contestant {

        /** Makes it. */
        public PubSub() {
            super("spring-pubsub", Set.of(Backend.REDIS), Ability.REENTRANT, Ability.RENEWING);
        }

        @Override
        public Locks open(String url, Optional<Duration> lease) {
            return locks(url, RedisLockType.PUB_SUB_LOCK, lease);
        }
    }

    /** The type that waits by trying again every 100 ms, its default. */
    public static final class Spin extends Contestant {

        /** Makes it. */
        public Spin() {
            super("spring-spin", Set.of(Backend.REDIS), Ability.REENTRANT);
        }

        @Override
        public Locks open(String url, Optional<Duration> lease) {
            return locks(url, RedisLockType.SPIN_LOCK, lease);
        }
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
