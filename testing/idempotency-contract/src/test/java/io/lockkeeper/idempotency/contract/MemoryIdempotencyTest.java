package io.lockkeeper.idempotency.contract;

import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.engine.Engine;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.time.SystemTicker;

/** The engine over the memory store keeps every promise. */
class MemoryIdempotencyTest implements LeasedIdempotencyContract {

    private final IdempotencyStore store = MemoryIdempotency.store(SystemTicker.shared());

    @Override
    public LeasedIdempotency start(IdempotencySettings settings) {
        return Engine.leased(store, settings);
    }
}
