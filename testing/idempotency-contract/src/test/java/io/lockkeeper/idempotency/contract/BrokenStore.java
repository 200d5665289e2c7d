package io.lockkeeper.idempotency.contract;

import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import java.time.Duration;

/** The test class of a store that is broken on purpose: run by {@link ContractCanFailTest}, not by the build. */
class BrokenStore implements IdempotencyStoreContract, ChangePushContract {

    private static final ThreadLocal<Fault> BROKEN_BY =
            ThreadLocal.withInitial(() -> new Fault("is sound", BrokenStore.class, PassedStore::new));

    private final ManualTime time = new ManualTime();
    private final IdempotencyStore store = BROKEN_BY.get().breaker().apply(MemoryIdempotency.store(time));

    /** For the tests that run on this thread. */
    static void breakBy(Fault fault) {
        BROKEN_BY.set(fault);
    }

    @Override
    public IdempotencyStore open() {
        return store;
    }

    @Override
    public void passTime(Duration passing) {
        time.advance(passing);
    }

    /** Everything in a memory store has happened when a call returns. */
    @Override
    public Duration patience() {
        return Duration.ofMillis(60);
    }
}
