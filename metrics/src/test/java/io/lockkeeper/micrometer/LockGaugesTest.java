package io.lockkeeper.micrometer;

import static io.lockkeeper.contract.Eventually.answer;
import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The gauges are right at once, whatever became of the events: here, no client has a listener. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class LockGaugesTest {

    private final World world = new World();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final LockMetrics metrics = LockMetrics.of(registry, LockMetricsOptions.forStore("memory"));
    private final LockClient client = world.client();
    private final LockClient rival = world.client();

    LockGaugesTest() {
        metrics.bind(client);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void now(int held, int waiting) {
        assertThat(registry.get("lockkeeper.held").gauge().value()).isEqualTo(held);
        assertThat(registry.get("lockkeeper.waiting").gauge().value()).isEqualTo(waiting);
    }

    @Test
    void releasesEndWhatIsHeld() throws Exception {
        now(0, 0);
        Lease lease = client.lock("a").acquire();
        client.lock("b").lock();
        client.lock("b").lock();
        now(2, 0);
        lease.close();
        lease.close();
        client.lock("b").unlock();
        now(1, 0);
        client.lock("b").unlock();
        now(0, 0);
    }

    @Test
    void lossesEndItToo() throws Exception {
        LockOptions fixed = LockOptions.defaults().withFixedLease(Duration.ofSeconds(10));
        client.lock("a", fixed).acquire();
        Lease gone = client.lock("b").acquire();
        now(2, 0);
        world.pass(Duration.ofSeconds(11));
        now(1, 0);
        rival.release(gone.id());
        world.pass(Duration.ofSeconds(11));
        now(0, 0);
    }

    @Test
    void aHandOverWithinTheProcessLeavesOneHeld() throws Exception {
        Lease first = client.lock("a").acquire();
        CompletableFuture<Lease> second = client.lock("a").acquireAsync();
        CompletableFuture<Lease> third = client.lock("a").acquireAsync();
        now(1, 2);
        first.close();
        now(1, 1);
        answer(World.PATIENCE, second).close();
        now(1, 0);
        answer(World.PATIENCE, third).close();
        now(0, 0);
    }

    @Test
    void eachOfSeveralLocksCounts() throws Exception {
        try (MultiLease all = client.all(List.of("a", "b", "c")).acquire()) {
            now(3, 0);
            all.lease("b").close();
            now(2, 0);
        }
        now(0, 0);
    }

    @Test
    void aClosedClientHoldsNothing() throws Exception {
        client.lock("a").acquire();
        client.close();
        now(0, 0);
    }

    @Test
    void theClientsOfAStoreAreAddedUp() throws Exception {
        metrics.bind(rival);
        client.lock("a").acquire();
        rival.lock("b").acquire();
        now(2, 0);
        metrics.unbind(rival);
        now(1, 0);
    }

    @Test
    void aClientThatIsBoundTwiceCountsOnce() throws Exception {
        metrics.bind(client);
        client.lock("a").acquire();
        now(1, 0);
        metrics.unbind(client);
        now(0, 0);
    }

    @Test
    void aClientAndWhatObservesItCountOnce() throws Exception {
        LockObservations observations = LockObservations.of(ObservationRegistry.create(), "memory");
        LockClient observed = observations.observe(observations.observe(client));
        metrics.bind(observed);
        observed.lock("a").acquire();
        now(1, 0);
        metrics.unbind(observed);
        now(0, 0);
    }

    @Test
    void metricsWithTheSameTagsShareTheirGauges() throws Exception {
        LockMetrics more = LockMetrics.of(registry, LockMetricsOptions.forStore("memory"));
        LockMetrics bound = more.bind(client).bind(rival);
        assertThat(bound).isSameAs(more);
        client.lock("a").acquire();
        rival.lock("b").acquire();
        now(2, 0);
        more.unbind(client);
        now(2, 0);
        more.close();
        now(1, 0);
        more.close();
        now(1, 0);
    }

    @Test
    void theOtherMetricsOfTheSameTagsKeepTheirGauges() throws Exception {
        LockMetrics more = LockMetrics.of(registry, LockMetricsOptions.forStore("memory"));
        more.bind(rival);
        rival.lock("b").acquire();
        metrics.close();
        now(1, 0);
        more.close();
        assertThat(registry.find("lockkeeper.held").gauge()).isNull();
    }

    @Test
    void otherTagsHaveGaugesOfTheirOwn() throws Exception {
        LockMetrics tagged =
                LockMetrics.of(registry, LockMetricsOptions.forStore("memory").withTags(Tags.of("name", "second")));
        tagged.bind(rival);
        rival.lock("b").acquire();
        assertThat(registry.get("lockkeeper.held").tag("name", "second").gauge().value())
                .isEqualTo(1);
        tagged.close();
        now(0, 0);
    }

    @Test
    void metricsThatAreMadeAfterOthersWereClosedHaveGauges() throws Exception {
        metrics.close();
        LockMetrics next = LockMetrics.of(registry, LockMetricsOptions.forStore("memory"));
        next.bind(client);
        client.lock("a").acquire();
        now(1, 0);
        next.unbind(client);
        now(0, 0);
    }

    @Test
    void gaugesOfMetricsThatAreUnreachableHaveNoValue() {
        MeterRegistry forgetful = new SimpleMeterRegistry();
        LockMetrics.of(forgetful, LockMetricsOptions.forStore("memory"));
        eventually(World.PATIENCE, () -> {
            System.gc();
            assertThat(forgetful.get("lockkeeper.held").gauge().value()).isNaN();
        });
    }

    @Test
    void closedMetricsHaveNoGauges() {
        metrics.close();
        assertThat(registry.find("lockkeeper.held").gauge()).isNull();
        assertThat(registry.find("lockkeeper.waiting").gauge()).isNull();
    }
}
