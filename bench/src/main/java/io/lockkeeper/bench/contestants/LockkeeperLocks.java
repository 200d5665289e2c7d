package io.lockkeeper.bench.contestants;

import io.lockkeeper.LockClient;

/** The locks of a Lockkeeper client. */
record LockkeeperLocks(LockClient client) implements Locks {

    @Override
    public Mutex lock(String name) {
        return Mutex.of(client.lock(name));
    }

    @Override
    public void close() {
        client.close();
    }
}
