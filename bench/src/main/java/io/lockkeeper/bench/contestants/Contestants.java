package io.lockkeeper.bench.contestants;

import java.util.List;

/** All who take part, in the order of the tables. A new one is added here. */
public final class Contestants {
    private Contestants() {}

    /** Returns a new list of them all. */
    public static List<Contestant> all() {
        return List.of(
                new Lockkeeper(),
                new Lockkeeper.WithoutLocalRuns(),
                new RedissonLocks.Plain(),
                new RedissonLocks.Fair(),
                new RedissonLocks.Spin(),
                new SpringRedis.PubSub(),
                new SpringRedis.Spin(),
                new SpringJdbc(),
                new ShedLock(),
                new CuratorMutex(),
                new SpringZooKeeper(),
                new JetcdLock(),
                new RawRedis(),
                new RawBlocking(),
                new RawRows(),
                new RawNodes(),
                new RawKeys(),
                new RawItems(),
                new JdkLocks.Reentrant(),
                new JdkLocks.Fair());
    }
}
