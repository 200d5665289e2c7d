package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.store.IdempotencyStore;

/** The entry of stores: makes an {@link io.lockkeeper.idempotency.Idempotency} of them. */
public final class Engine {

    private Engine() {}

    /**
     * Returns idempotency with leases.
     *
     * @param store keeps the records; closed with the result
     * @param settings timeout, executor, listeners
     * @return to close
     */
    public static LeasedIdempotency leased(IdempotencyStore store, IdempotencySettings settings) {
        return new LeasedEngine(store, settings, io.lockkeeper.time.SystemTicker.shared(), new OwnThreads());
    }
}
