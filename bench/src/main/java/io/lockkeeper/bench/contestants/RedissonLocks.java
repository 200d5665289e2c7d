package io.lockkeeper.bench.contestants;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson, with three of its kinds of lock. */
final class RedissonLocks {
    private RedissonLocks() {}

    /** One of its kinds: its plain lock waits by publish and subscribe, its spin lock by trying again. */
    static Contestant.Opening of(BiFunction<RedissonClient, String, RLock> kind) {
        return (url, lease) -> locks(url, lease, kind);
    }

    private static Locks locks(String url, Optional<Duration> lease, BiFunction<RedissonClient, String, RLock> kind) {
        Config config = new Config();
        config.useSingleServer().setAddress(url);
        lease.ifPresent(time -> config.setLockWatchdogTimeout(time.toMillis()));
        RedissonClient client = Redisson.create(config);
        return Locks.of(name -> Mutex.of(kind.apply(client, name)), client::shutdown);
    }
}
