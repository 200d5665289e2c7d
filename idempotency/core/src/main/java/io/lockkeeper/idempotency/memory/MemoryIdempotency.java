package io.lockkeeper.idempotency.memory;

import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.engine.Engine;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.time.SystemTicker;
import io.lockkeeper.time.Ticker;

/** Makes idempotency within one process. */
public final class MemoryIdempotency {

    private MemoryIdempotency() {}

    /**
     * Returns idempotency with the default settings, which shares its records with nobody.
     *
     * @return to close
     */
    public static LeasedIdempotency create() {
        return create(IdempotencySettings.defaults());
    }

    /**
     * Returns idempotency that shares its records with nobody.
     *
     * @param settings timeout, executor, listeners
     * @return to close
     */
    public static LeasedIdempotency create(IdempotencySettings settings) {
        return Engine.leased(store(SystemTicker.shared()), settings);
    }

    /**
     * Returns a store, for tests that give several engines the same records. Closing it does nothing.
     *
     * @param clock the store's clock
     * @return an empty store
     */
    public static IdempotencyStore store(Ticker clock) {
        return new MemoryStore(clock);
    }
}
