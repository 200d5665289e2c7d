package io.lockkeeper.bench.contestants;

import java.util.function.Function;

/** A connected client of one contestant. Thread-safe. */
public interface Locks extends AutoCloseable {

    /** Names a lock; two of one name are the same lock. */
    Mutex lock(String name);

    @Override
    void close();

    /** Returns a client that names locks like this, and is closed like that. */
    static Locks of(Function<String, Mutex> lock, Runnable close) {
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                return lock.apply(name);
            }

            @Override
            public void close() {
                close.run();
            }
        };
    }
}
