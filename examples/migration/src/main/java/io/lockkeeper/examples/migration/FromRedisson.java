package io.lockkeeper.examples.migration;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** From Redisson's locks to Lockkeeper's. */
final class FromRedisson {

    private final RedissonClient redisson;
    private final LockClient locks;

    FromRedisson(RedissonClient redisson, LockClient locks) {
        this.redisson = redisson;
        this.locks = locks;
    }

    void before(Order order) {
        RLock lock = redisson.getFairLock("order:" + order.id());
        lock.lock(); // renewed by the watchdog
        try {
            ship(order);
        } finally {
            lock.unlock();
        }
    }

    void after(Order order) {
        DistributedLock lock = locks.lock("order:" + order.id());
        lock.lock(); // renewed, and fair
        try {
            ship(order);
        } finally {
            lock.unlock();
        }
    }

    void beforeWithTimes(Order order) throws InterruptedException {
        RLock lock = redisson.getLock("order:" + order.id());
        if (lock.tryLock(1, 10, TimeUnit.SECONDS)) { // waits for 1 s, holds for 10 s
            try {
                ship(order);
            } finally {
                lock.unlock();
            }
        }
    }

    void afterWithTimes(Order order) throws InterruptedException {
        DistributedLock lock =
                locks.lock("order:" + order.id(), LockOptions.defaults().withFixedLease(Duration.ofSeconds(10)));
        if (lock.tryLock(1, TimeUnit.SECONDS)) {
            try {
                ship(order);
            } finally {
                lock.unlock();
            }
        }
    }

    void beforeWithSeveral(Order order) {
        RLock both = redisson.getMultiLock(
                redisson.getLock("order:" + order.id()), redisson.getLock("item:" + order.item()));
        both.lock();
        try {
            ship(order);
        } finally {
            both.unlock();
        }
    }

    void afterWithSeveral(Order order) throws InterruptedException {
        List<String> both = List.of("order:" + order.id(), "item:" + order.item());
        try (MultiLease lease = locks.all(both).acquire()) {
            lease.ensureHeld();
            ship(order);
        }
    }

    void ship(Order order) {
        // ships it
    }
}
