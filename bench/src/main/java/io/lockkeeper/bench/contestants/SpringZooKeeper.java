package io.lockkeeper.bench.contestants;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.integration.zookeeper.lock.ZookeeperLockRegistry;

/** Spring Integration's lock registry for ZooKeeper, over Curator's mutex. */
public final class SpringZooKeeper extends Contestant {

    /** Makes it. */
    public SpringZooKeeper() {
        super("spring-zookeeper", Set.of(Backend.ZOOKEEPER), Ability.REENTRANT);
    }

    @Override
    public Locks open(String url, Optional<Duration> lease) {
        CuratorFramework client = CuratorMutex.connect(url);
        ZookeeperLockRegistry registry = new ZookeeperLockRegistry(client, "/spring");
        return Locks.of(name -> Mutex.of(registry.obtain(name)), () -> {
            registry.destroy();
            client.close();
        });
    }
}
