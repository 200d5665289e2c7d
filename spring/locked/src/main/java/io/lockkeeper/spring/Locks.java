package io.lockkeeper.spring;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLock;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The lock of a call, or its locks, which are acquired together and in one order. */
sealed interface Locks {

    static Locks of(LockClient client, List<String> names, LockOptions options) {
        return names.size() == 1
                ? new One(client.lock(names.get(0), options), names)
                : new Several(client.all(names, options));
    }

    List<String> names();

    Held acquire() throws InterruptedException;

    /** Without blocking a thread; gives what {@link Held#of} takes. Cancelling the future leaves the queue, and releases what was acquired. */
    CompletableFuture<?> acquireAsync();

    /** A single lock. */
    record One(DistributedLock lock, List<String> names) implements Locks {
        @Override
        public Held acquire() throws InterruptedException {
            return new Held.One(lock.acquire());
        }

        @Override
        public CompletableFuture<?> acquireAsync() {
            return lock.acquireAsync();
        }
    }

    /** Several locks. */
    record Several(MultiLock all) implements Locks {
        @Override
        public List<String> names() {
            return all.names();
        }

        @Override
        public Held acquire() throws InterruptedException {
            return new Held.Several(all.acquire());
        }

        @Override
        public CompletableFuture<?> acquireAsync() {
            return all.acquireAsync();
        }
    }
}
