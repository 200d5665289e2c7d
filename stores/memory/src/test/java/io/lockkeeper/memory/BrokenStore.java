package io.lockkeeper.memory;

import io.lockkeeper.contract.BlockingCallsContract;
import io.lockkeeper.contract.EveryStoreContract;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.function.Function;

/** The test class of a store that is broken on purpose: run by {@link ContractCanFailTest}, not by the build. */
class BrokenStore implements EveryStoreContract, BlockingCallsContract {

    private static final ThreadLocal<Fault> BROKEN_BY =
            ThreadLocal.withInitial(() -> Fault.that("is sound", BrokenStore.class, store -> store));

    private final ManualTime time = new ManualTime();
    private final MemorySpace space = new MemorySpace(time);
    private final Function<MemoryStore, Store> breaker =
            BROKEN_BY.get().breaker().get();

    /** For the tests that run on this thread. */
    static void breakBy(Fault fault) {
        BROKEN_BY.set(fault);
    }

    @Override
    public Store open() {
        return breaker.apply((MemoryStore) space.connect());
    }

    @Override
    public void elapse(Duration passing) {
        time.advance(passing);
    }

    /** Everything in a memory store has happened when a call returns. */
    @Override
    public Duration patience() {
        return Duration.ofMillis(20);
    }
}
