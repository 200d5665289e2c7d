package io.lockkeeper.bench.contestants;

import org.apache.curator.framework.CuratorFramework;
import org.springframework.integration.zookeeper.lock.ZookeeperLockRegistry;

/** Spring Integration's lock registry for ZooKeeper, over Curator's mutex. */
public final class SpringZooKeeper implements OnZooKeeper, Reentrant {

    @Override
    public String name() {
        return "spring-zookeeper";
    }

    @Override
    public Locks open(String url) {
        CuratorFramework client = CuratorMutex.connect(url);
        ZookeeperLockRegistry registry = new ZookeeperLockRegistry(client, "/spring");
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                return Mutex.of(registry.obtain(name));
            }

            @Override
            public void close() {
                registry.destroy();
                client.close();
            }
        };
    }
}
