package io.lockkeeper.micrometer;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.LockContract;
import io.lockkeeper.memory.MemorySpace;
import io.lockkeeper.store.Store;
import io.micrometer.observation.ObservationRegistry;
import java.util.EnumSet;

/** Locks keep every promise though whatever observes them throws errors. */
class ObservedByFaultyHandlersTest implements LockContract {

    private final MemorySpace space = new MemorySpace(System::nanoTime);
    private final ObservationRegistry registry = ObservationRegistry.create();

    ObservedByFaultyHandlersTest() {
        registry.observationConfig().observationHandler(new FaultyHandler(EnumSet.allOf(FaultyHandler.At.class)));
    }

    @Override
    public Store open() {
        return space.connect();
    }

    @Override
    public LockClient start(Store store, ClientOptions options) {
        return LockObservations.of(registry, "memory").observe(LockContract.super.start(store, options));
    }
}
