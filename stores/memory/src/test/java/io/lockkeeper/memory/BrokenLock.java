package io.lockkeeper.memory;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.LockContract;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.function.Supplier;

/** The test class of locks that are broken on purpose: run by {@link LockContractCanFailTest}, not by the build. */
class BrokenLock implements LockContract {

    private static final ThreadLocal<LockFault> BROKEN_BY =
            ThreadLocal.withInitial(() -> LockFault.inStore("is sound", BrokenLock.class, store -> store));

    private final LockFault fault = BROKEN_BY.get();
    private final Supplier<Store> stores = fault.stores().get();

    /** For the tests that run on this thread. */
    static void breakBy(LockFault fault) {
        BROKEN_BY.set(fault);
    }

    @Override
    public Store open() {
        return stores.get();
    }

    @Override
    public LockClient start(Store store, ClientOptions options) {
        return fault.clients().apply(LockContract.super.start(store, options));
    }

    /** Short, for what is broken is waited for in vain. */
    @Override
    public Duration patience() {
        return Duration.ofMillis(1_500);
    }
}
