package io.lockkeeper.idempotency.contract;

import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import java.time.Duration;

/** The memory store keeps every promise, in time that is moved by hand. */
class MemoryStoreTest implements IdempotencyStoreContract, ChangePushContract {

    private final ManualTime time = new ManualTime();
    private final IdempotencyStore store = MemoryIdempotency.store(time);

    @Override
    public IdempotencyStore open() {
        return store;
    }

    @Override
    public void passTime(Duration passing) {
        time.advance(passing);
    }
}
