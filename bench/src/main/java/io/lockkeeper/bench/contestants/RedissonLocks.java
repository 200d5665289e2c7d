package io.lockkeeper.bench.contestants;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson, with three of its kinds of lock. */
public final class RedissonLocks {
    private RedissonLocks() {}

    /** Its plain lock, which waits by publish and subscribe. */
    public static final class Plain extends Contestant {

        /** Makes it. */
        public Plain() {
            super("redisson-lock", Set.of(Backend.REDIS), Ability.REENTRANT, Ability.RENEWING);
        }

        @Override
        public Locks open(String url, Optional<Duration> lease) {
            return locks(url, lease, RedissonClient::getLock);
        }
    }

    /** Its fair lock. */
    public static final class Fair extends Contestant {

        /** Makes it. */
        public Fair() {
            super("redisson-fair", Set.of(Backend.REDIS), Ability.REENTRANT);
        }

        @Override
        public Locks open(String url, Optional<Duration> lease) {
            return locks(url, lease, RedissonClient::getFairLock);
        }
    }

    /** Its spin lock, which waits by trying again. */
    public static final class Spin extends Contestant {

        /** Makes it. */
        public Spin() {
            super("redisson-spin", Set.of(Backend.REDIS), Ability.REENTRANT);
        }

        @Override
        public Locks open(String url, Optional<Duration> lease) {
            return locks(url, lease, RedissonClient::getSpinLock);
        }
    }

    private static Locks locks(String url, Optional<Duration> lease, BiFunction<RedissonClient, String, RLock> kind) {
        Config config = new Config();
        config.useSingleServer().setAddress(url);
        lease.ifPresent(time -> config.setLockWatchdogTimeout(time.toMillis()));
        RedissonClient client = Redisson.create(config);
        return Locks.of(name -> Mutex.of(kind.apply(client, name)), client::shutdown);
    }
}
