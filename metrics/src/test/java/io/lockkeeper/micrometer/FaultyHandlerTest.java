package io.lockkeeper.micrometer;

import static io.lockkeeper.contract.Eventually.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.MultiLease;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An observer that fails costs its observation, never a lock, and leaves no scope behind. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class FaultyHandlerTest {

    private final World world = new World();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final LockClient rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    /** Acquires and releases in every way, within an observation of the caller's. */
    private void useEverything(UnaryOperator<LockObservations> conventions) throws Exception {
        LockClient client =
                conventions.apply(LockObservations.of(registry, "memory")).observe(world.client());
        DistributedLock lock = client.lock("a");
        Observation request = Observation.start("request", registry);
        try (Observation.Scope scope = request.openScope()) {
            for (Lease lease :
                    List.of(lock.acquire(), client.lock("b").tryAcquire().orElseThrow(), answered(client.lock("c")))) {
                assertScope(scope);
                lease.ensureHeld();
                lease.close();
                assertFree(lease.name());
            }
            lock.lock();
            assertThat(lock.tryLock()).isTrue();
            lock.unlock();
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            lock.unlock();
            assertFree("a");
            assertThat(lock.call(lease -> {
                                lease.ensureHeld();
                                return "done";
                            })
                            .value())
                    .isEqualTo("done");
            assertFree("a");
            try (MultiLease all = client.all(List.of("a", "b")).acquire()) {
                all.ensureHeld();
            }
            assertFree("b");
            fails(client);
            assertScope(scope);
        }
        assertThat(registry.getCurrentObservationScope()).isNull();
        assertThat(((ObservedClient) client).threads().size()).isZero();
    }

    private static Lease answered(DistributedLock lock) {
        return answer(World.PATIENCE, lock.acquireAsync());
    }

    private void assertScope(Observation.Scope expected) {
        assertThat(registry.getCurrentObservationScope()).isSameAs(expected);
    }

    private void assertFree(String name) {
        Lease lease = rival.lock(name).tryAcquire().orElseThrow(() -> new AssertionError(name + " is held"));
        lease.close();
    }

    private void fails(LockClient client) throws Exception {
        Lease foreign = rival.lock("a").acquire();
        assertThatThrownBy(() -> client.lock("a").acquire(LockOptions.defaults().withMaxWait(Duration.ZERO)))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(client.lock("a").tryLock()).isFalse();
        CompletableFuture<Lease> waiting = client.lock("a").acquireAsync();
        assertThat(waiting.cancel(false)).isTrue();
        assertThatThrownBy(waiting::join).isInstanceOf(CancellationException.class);
        assertThat(client.waiting()).isZero();
        foreign.close();
        assertFree("a");
    }

    @ParameterizedTest
    @EnumSource
    void aHandlerThatThrows(FaultyHandler.At at) throws Exception {
        registry.observationConfig().observationHandler(new FaultyHandler(EnumSet.of(at)));
        useEverything(observations -> observations);
    }

    @Test
    void aConventionThatThrows() throws Exception {
        registry.observationConfig().observationHandler(new Recorder());
        useEverything(observations -> observations
                .withWaitConvention(new DefaultLockWaitConvention() {
                    @Override
                    public KeyValues getLowCardinalityKeyValues(LockWaitContext context) {
                        throw new IllegalStateException("A convention's mistake.");
                    }
                })
                .withHoldConvention(new DefaultLockHoldConvention() {
                    @Override
                    public String getName() {
                        throw new IllegalStateException("A convention's mistake.");
                    }
                }));
    }

    @Test
    void aFilterOrPredicateThatThrows() throws Exception {
        registry.observationConfig().observationHandler(new Recorder());
        registry.observationConfig().observationPredicate((name, context) -> {
            if (context instanceof LockWaitContext) {
                throw new IllegalStateException("A predicate's mistake.");
            }
            return true;
        });
        registry.observationConfig().observationFilter(context -> {
            throw new IllegalStateException("A filter's mistake.");
        });
        LockClient client = LockObservations.of(registry, "memory").observe(world.client());
        client.lock("a").acquire().close();
        assertFree("a");
    }
}
