package io.lockkeeper.spring.integration;

import io.lockkeeper.time.SystemTicker;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.springframework.dao.CannotAcquireLockException;

/**
 * The lock objects that were used last. They have no state, so that one which is removed here is no danger; but a registry has
 * one object for a key while the key is in use. Safe for use by many threads.
 */
final class LockCache {

    private final ReentrantLock guard = new ReentrantLock(); // Virtual threads must not be pinned.
    private final Map<String, RegistryLock> locks = new LinkedHashMap<>(16, 0.75f, true);
    private final Function<String, RegistryLock> create;
    private final Object registry;
    private int capacity;

    LockCache(Function<String, RegistryLock> create, int capacity, Object registry) {
        this.create = create;
        this.capacity = capacity;
        this.registry = registry;
    }

    RegistryLock obtain(String key) {
        guard.lock();
        try {
            RegistryLock lock = locks.computeIfAbsent(key, create);
            lock.used();
            if (locks.size() > capacity && !lock.isHeldByAThread()) {
                makeRoom(lock);
            }
            if (locks.size() > capacity && !lock.isHeldByAThread()) {
                locks.remove(key);
                throw new CannotAcquireLockException("There are already " + capacity
                        + " unique Lockkeeper locks acquired in the application from " + registry
                        + ". Cannot obtain more at the moment.");
            }
            return lock;
        } finally {
            guard.unlock();
        }
    }

    private void makeRoom(RegistryLock obtained) {
        Iterator<RegistryLock> eldestFirst = locks.values().iterator();
        while (locks.size() > capacity && eldestFirst.hasNext()) {
            RegistryLock eldest = eldestFirst.next();
            if (!eldest.equals(obtained) && !eldest.isHeldByAThread()) {
                eldestFirst.remove();
            }
        }
    }

    void setCapacity(int capacity) {
        guard.lock();
        try {
            this.capacity = capacity;
            if (locks.size() > capacity) {
                removeUnused(0);
            }
        } finally {
            guard.unlock();
        }
    }

    void removeUnused(long age) {
        long now = SystemTicker.shared().nanos();
        guard.lock();
        try {
            locks.values()
                    .removeIf(lock ->
                            TimeUnit.NANOSECONDS.toMillis(now - lock.usedAt()) >= age && !lock.isHeldByAThread());
        } finally {
            guard.unlock();
        }
    }

    int size() {
        guard.lock();
        try {
            return locks.size();
        } finally {
            guard.unlock();
        }
    }
}
