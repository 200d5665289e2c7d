package io.lockkeeper.bench.contestants;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Locks of the JDK's, which reach no other process. */
final class JdkLocks implements Locks {
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final boolean fair;

    JdkLocks(boolean fair) {
        this.fair = fair;
    }

    @Override
    public Mutex lock(String name) {
        return Mutex.of(locks.computeIfAbsent(name, any -> new ReentrantLock(fair)));
    }

    @Override
    public void close() {
        locks.clear();
    }
}
