package io.lockkeeper.bench.contestants;

import java.util.List;

/** All who take part, in the order of the tables. A new one is added here. */
public final class Contestants {
    private Contestants() {}

    /** Returns a new list of them all. */
    public static List<Contestant> all() {
        return List.of(
                new Lockkeeper(),
                new LockkeeperWithoutLocalRuns(),
                new RedissonLock(),
                new RedissonFairLock(),
                new RedissonSpinLock(),
                new SpringPubSub(),
                new SpringSpin(),
                new SpringJdbc(),
                new ShedLock(),
                new CuratorMutex(),
                new SpringZooKeeper(),
                new JetcdLock(),
                new RawLimit(),
                new RawBlocking(),
                new RawRows(),
                new RawNodes(),
                new RawKeys(),
                new RawItems(),
                new JavaReentrantLock(),
                new JavaFairLock());
    }
}
