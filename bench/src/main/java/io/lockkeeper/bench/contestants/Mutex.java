package io.lockkeeper.bench.contestants;

import java.util.concurrent.locks.Lock;

/** A lock, as far as it is measured. Thread-safe. */
public interface Mutex {

    /** Waits for the lock, as long as it takes. */
    void lock();

    /** Releases the lock, in the thread that took it. */
    void unlock();

    /** Returns a lock of the JDK's interface as one of ours, with nothing between that would be measured. */
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

    /** Returns a lock that is taken like this, and released like that. */
    static Mutex of(Step lock, Step unlock) {
        return new Mutex() {
            @Override
            public void lock() {
                lock.take();
            }

            @Override
            public void unlock() {
                unlock.take();
            }
        };
    }

    /** A call that may fail. */
    interface Step {

        /** Calls. */
        void call() throws Exception;

        /** Calls; a checked exception, which no lock of the JDK's has, becomes another. */
        default void take() {
            try {
                call();
            } catch (RuntimeException failure) {
                throw failure;
            } catch (Exception failure) {
                if (failure instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                throw new IllegalStateException(failure);
            }
        }
    }
}
