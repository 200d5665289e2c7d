package io.lockkeeper.bench.contestants;

import static io.lockkeeper.bench.contestants.Ability.REENTRANT;
import static io.lockkeeper.bench.contestants.Ability.RENEWING;
import static io.lockkeeper.bench.contestants.Backend.DATABASE;
import static io.lockkeeper.bench.contestants.Backend.ETCD;
import static io.lockkeeper.bench.contestants.Backend.MEMCACHED;
import static io.lockkeeper.bench.contestants.Backend.REDIS;
import static io.lockkeeper.bench.contestants.Backend.ZOOKEEPER;

import io.lockkeeper.bench.contestants.Contestant.Opening;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.redisson.api.RedissonClient;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** All who take part. A new one is added here. */
public final class Contestants {
    /** Lockkeeper, as its README says to use it. */
    public static final Contestant LOCKKEEPER = new Contestant("lockkeeper", Lockkeeper::open, REENTRANT, RENEWING);

    /** Lockkeeper, made to hand over between processes each time one waits, as if each had a single thread. */
    public static final Contestant WITHOUT_LOCAL_RUNS =
            only(Set.of("s7"), "lockkeeper-no-local-runs", (url, lease) -> Lockkeeper.openWithoutLocalRuns(url));

    /** The JDK's lock: what re-entry costs where there is nothing else to do. */
    public static final Contestant REENTRANT_LOCK =
            only(Set.of(), "reentrantlock", (url, lease) -> JdkLocks.open(false), REENTRANT);

    /** In the order of the tables. */
    private static final List<Contestant> ALL = List.of(
            LOCKKEEPER,
            WITHOUT_LOCAL_RUNS,
            on(REDIS, "redisson-lock", RedissonLocks.of(RedissonClient::getLock), REENTRANT, RENEWING),
            on(REDIS, "redisson-fair", RedissonLocks.of(RedissonClient::getFairLock), REENTRANT),
            on(REDIS, "redisson-spin", RedissonLocks.of(RedissonClient::getSpinLock), REENTRANT),
            on(REDIS, "spring-pubsub", SpringRedis.of(RedisLockType.PUB_SUB_LOCK), REENTRANT, RENEWING),
            on(REDIS, "spring-spin", SpringRedis.of(RedisLockType.SPIN_LOCK), REENTRANT),
            on(DATABASE, "spring-jdbc", (url, lease) -> SpringJdbc.open(url), REENTRANT),
            on(DATABASE, "shedlock", (url, lease) -> ShedLock.open(url)),
            on(ZOOKEEPER, "curator-mutex", (url, lease) -> CuratorMutex.open(url), REENTRANT),
            on(ZOOKEEPER, "spring-zookeeper", (url, lease) -> SpringZooKeeper.open(url), REENTRANT),
            on(ETCD, "jetcd-lock", (url, lease) -> JetcdLock.open(url)),
            new Contestant(
                    "raw-limit",
                    Map.of(
                            REDIS, (url, lease) -> RawRedis.open(url),
                            DATABASE, (url, lease) -> RawRows.open(url),
                            ZOOKEEPER, (url, lease) -> RawNodes.open(url),
                            ETCD, (url, lease) -> RawKeys.open(url),
                            MEMCACHED, (url, lease) -> RawItems.open(url))),
            // Where nobody waits: there it would poll as the other does.
            new Contestant("raw-blocking", Map.of(REDIS, (url, lease) -> RawBlocking.open(url))) {
                @Override
                public boolean joins(String scenario) {
                    return scenario.equals("s1") || scenario.equals("s2");
                }
            },
            REENTRANT_LOCK,
            // Serves in order: how fast threads of one process can pass a lock on.
            only(Set.of("s3"), "fair-reentrantlock", (url, lease) -> JdkLocks.open(true)));

    private Contestants() {}

    /** Returns them all. */
    public static List<Contestant> all() {
        return ALL;
    }

    /** Returns the one of this name, which may also be a service on the class path. */
    public static Contestant named(String name) {
        Stream<Contestant> services =
                ServiceLoader.load(Contestant.class).stream().map(ServiceLoader.Provider::get);
        return Stream.concat(ALL.stream(), services)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Contestant on(Backend backend, String name, Opening opening, Ability... abilities) {
        return new Contestant(name, Map.of(backend, opening), abilities);
    }

    /** Of the scenarios that are open to all, it joins these. */
    private static Contestant only(Set<String> scenarios, String name, Opening opening, Ability... abilities) {
        return new Contestant(name, opening, abilities) {
            @Override
            public boolean joins(String scenario) {
                return scenarios.contains(scenario);
            }
        };
    }
}
