package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.Mutex;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Excludes the threads of a process, and forgets that there are other processes. */
public final class BrokenLock extends Contestant {

    public BrokenLock() {
        super("broken", (url, lease) -> locks());
    }

    private static Locks locks() {
        Lock lock = new ReentrantLock();
        return Locks.of(name -> Mutex.of(lock), () -> {});
    }
}
