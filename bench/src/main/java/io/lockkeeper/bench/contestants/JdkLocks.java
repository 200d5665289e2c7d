package io.lockkeeper.bench.contestants;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Locks of the JDK's, which reach no other process. */
final class JdkLocks {
    private JdkLocks() {}

    static Locks open(boolean fair) {
        Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
        return Locks.of(name -> Mutex.of(locks.computeIfAbsent(name, any -> new ReentrantLock(fair))), locks::clear);
    }
}
