package io.lockkeeper.bench.contestants;

import org.apache.curator.framework.CuratorFramework;
import org.springframework.integration.zookeeper.lock.ZookeeperLockRegistry;

/** Spring Integration's lock registry for ZooKeeper, over Curator's mutex. */
final class SpringZooKeeper {
    private SpringZooKeeper() {}

    static Locks open(String url) {
        CuratorFramework client = CuratorMutex.connect(url);
        ZookeeperLockRegistry registry = new ZookeeperLockRegistry(client, "/spring");
        return Locks.of(name -> Mutex.of(registry.obtain(name)), () -> {
            registry.destroy();
            client.close();
        });
    }
}
