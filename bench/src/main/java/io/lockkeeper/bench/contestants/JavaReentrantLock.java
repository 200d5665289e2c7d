package io.lockkeeper.bench.contestants;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** The JDK's own lock: what re-entry costs where there is nothing else to do. */
public final class JavaReentrantLock implements Reentrant, InProcess {

    @Override
    public String name() {
        return "reentrantlock";
    }

    @Override
    public Locks open(String redisUrl) {
        Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                return Mutex.of(locks.computeIfAbsent(name, any -> new ReentrantLock()));
            }

            @Override
            public void close() {
                locks.clear();
            }
        };
    }
}
