package io.lockkeeper.micrometer;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** A test of one client that is observed and another that is not. */
abstract class Observed {

    static final LockOptions FIXED = LockOptions.defaults().withFixedLease(Duration.ofSeconds(10));

    final World world = new World();
    final Recorder recorder = new Recorder();
    final ObservationRegistry registry = registry();
    final LockObservations observations = LockObservations.of(registry, "memory:test");
    final LockClient plain = world.client();
    final LockClient client = observations.observe(plain);
    final LockClient rival = world.client();

    private ObservationRegistry registry() {
        ObservationRegistry created = ObservationRegistry.create();
        created.observationConfig().observationHandler(recorder);
        return created;
    }

    DistributedLock lock() {
        return client.lock("a");
    }

    boolean isFree(String name) {
        return rival.lock(name)
                .tryAcquire()
                .map(lease -> {
                    lease.close();
                    return true;
                })
                .orElse(false);
    }

    /** How many holds of threads are kept. */
    int kept(LockClient observed) {
        return ((ObservedClient) observed).threads().size();
    }

    void ended(String... expected) {
        eventually(World.PATIENCE, () -> assertThat(recorder.ended()).containsExactly(expected));
    }

    void endedInAnyOrder(String... expected) {
        eventually(World.PATIENCE, () -> assertThat(recorder.ended()).containsExactlyInAnyOrder(expected));
    }

    @AfterEach
    void whatBeganHasEndedOnceAndNoScopeIsLeft() {
        world.close();
        eventually(World.PATIENCE, () -> assertThat(recorder.ended()).hasSize(recorder.started()));
        assertThat(recorder.contexts()).doesNotHaveDuplicates();
        assertThat(recorder.openScopes()).isZero();
        assertThat(registry.getCurrentObservationScope()).isNull();
        assertThat(kept(client)).isZero();
    }
}
