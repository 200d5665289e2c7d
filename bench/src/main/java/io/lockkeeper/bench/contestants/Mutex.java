package io.lockkeeper.bench.contestants;

import java.util.concurrent.locks.Lock;

/** A lock, as far as it is measured. Thread-safe. */
public interface Mutex {

    /** Waits for the lock, as long as it takes. */
    void lock();

    /** Releases the lock, in the thread that took it. */
    void unlock();

    /** Returns a lock of the JDK's interface as one of ours. */
    static Mutex of(Lock lock) {
        return new Mutex() {
            @Override
            public void lock() {
                lock.lock();
            }

            @Override
            public void unlock() {
                lock.unlock();
            }
        };
    }
}
