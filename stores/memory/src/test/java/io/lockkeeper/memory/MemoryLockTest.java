package io.lockkeeper.memory;

import io.lockkeeper.contract.LockContract;
import io.lockkeeper.store.Store;

/** Locks over the memory store keep every promise, in the system's time. */
class MemoryLockTest implements LockContract {

    private final MemorySpace space = new MemorySpace(System::nanoTime);

    @Override
    public Store open() {
        return space.connect();
    }
}
