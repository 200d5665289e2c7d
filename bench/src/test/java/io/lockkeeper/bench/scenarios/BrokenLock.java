package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;
import io.lockkeeper.bench.contestants.OnAnyServer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Excludes the threads of a process, and forgets that there are other processes. */
public final class BrokenLock implements OnAnyServer {

    @Override
    public String name() {
        return "broken";
    }

    @Override
    public Locks open(String url) {
        Lock lock = new ReentrantLock();
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                return Mutex.of(lock);
            }

            @Override
            public void close() {}
        };
    }
}
