package io.lockkeeper.bench.contestants;

/** A connected client of one contestant. Thread-safe. */
public interface Locks extends AutoCloseable {

    /** Names a lock; two of one name are the same lock. */
    Mutex lock(String name);

    @Override
    void close();
}
