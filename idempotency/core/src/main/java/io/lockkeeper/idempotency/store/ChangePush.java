package io.lockkeeper.idempotency.store;

import io.lockkeeper.idempotency.IdempotencyKey;

/** A store that can tell when a key may have been finished or freed. */
public interface ChangePush {

    /**
     * Watches a key. A push is a hint: the engine looks again, and also looks without one from time to time.
     *
     * @param key the key
     * @param onChange called on any thread, any number of times; does not block
     * @return ends the watch
     */
    Watch watch(IdempotencyKey key, Runnable onChange);

    /** A watch of a key. */
    @FunctionalInterface
    interface Watch extends AutoCloseable {

        /** Ends the watch. */
        @Override
        void close();
    }
}
