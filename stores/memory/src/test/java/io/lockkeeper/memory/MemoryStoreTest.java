package io.lockkeeper.memory;

import io.lockkeeper.contract.EveryStoreContract;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.store.Store;
import java.time.Duration;

/** The memory store keeps every promise, in time that is moved by hand. */
class MemoryStoreTest implements EveryStoreContract {

    private final ManualTime time = new ManualTime();
    private final MemorySpace space = new MemorySpace(time);

    @Override
    public Store open() {
        return space.connect();
    }

    @Override
    public void elapse(Duration passing) {
        time.advance(passing);
    }
}
