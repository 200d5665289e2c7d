package io.lockkeeper.micrometer;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.LockContract;
import io.lockkeeper.memory.MemorySpace;
import io.lockkeeper.store.Store;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.AfterEach;

/** Observed locks keep every promise of locks, Java's own among them, and each of their observations ends once. */
class ObservedLocksTest implements LockContract {

    private final MemorySpace space = new MemorySpace(System::nanoTime);
    private final Recorder recorder = new Recorder();
    private final ObservationRegistry registry = ObservationRegistry.create();

    ObservedLocksTest() {
        registry.observationConfig().observationHandler(recorder);
    }

    @Override
    public Store open() {
        return space.connect();
    }

    @Override
    public LockClient start(Store store, ClientOptions options) {
        return LockObservations.of(registry, "memory").observe(LockContract.super.start(store, options));
    }

    @AfterEach
    void everythingHasEndedOnce() {
        eventually(World.PATIENCE, () -> assertThat(recorder.ended()).hasSize(recorder.started()));
        assertThat(recorder.contexts()).doesNotHaveDuplicates();
        assertThat(recorder.openScopes()).isZero();
    }
}
