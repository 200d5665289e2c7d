package io.lockkeeper.examples.migration;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.curator.LockkeeperMutex;
import io.lockkeeper.zookeeper.ZooKeeperStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;

/** From Curator's mutex to Lockkeeper's. */
final class FromCurator {

    private final CuratorFramework framework;
    private final LockClient locks;

    /** One client for all locks of the framework. */
    FromCurator(CuratorFramework framework) {
        this.framework = framework;
        this.locks = ZooKeeperStore.client(framework); // does not close the framework
    }

    void before(Order order) throws Exception {
        InterProcessLock mutex = new InterProcessMutex(framework, "/orders/" + order.id());
        if (mutex.acquire(2, TimeUnit.SECONDS)) {
            try {
                ship(order);
            } finally {
                mutex.release();
            }
        }
    }

    void after(Order order) throws Exception {
        InterProcessLock mutex = new LockkeeperMutex(locks, "/orders/" + order.id());
        if (mutex.acquire(2, TimeUnit.SECONDS)) {
            try {
                ship(order);
            } finally {
                mutex.release();
            }
        }
    }

    void afterWithToken(Order order) throws InterruptedException {
        LockOptions briefly = LockOptions.defaults().withMaxWait(Duration.ofSeconds(2));
        Optional<Lease> lease = locks.lock("orders/" + order.id()).tryAcquire(briefly);
        if (lease.isPresent()) {
            try (Lease held = lease.get()) {
                ship(order, held.token());
            }
        }
    }

    void ship(Order order) {
        // ships it
    }

    void ship(Order order, long token) {
        // ships it, unless a greater token was seen
    }
}
