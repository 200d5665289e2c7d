package io.lockkeeper.micrometer;

import static io.lockkeeper.contract.Eventually.answer;
import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockEvent;
import io.lockkeeper.LockOptions;
import io.lockkeeper.StoreUnavailableException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens to locks is timed and counted. */
class LockMetricsTest {

    private final World world = new World();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final LockMetrics metrics = LockMetrics.of(registry, LockMetricsOptions.forStore("memory"));
    private final LockClient client = world.client(metrics);
    private final LockClient rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    private void timed(long count, String name, String... tags) {
        eventually(
                World.PATIENCE,
                () -> assertThat(registry.get(name).tags(tags).timer().count()).isEqualTo(count));
    }

    private void counted(double count, String name, String... tags) {
        eventually(
                World.PATIENCE,
                () -> assertThat(registry.get(name).tags(tags).counter().count())
                        .isEqualTo(count));
    }

    @Test
    void waitsAndHoldsAreTimed() throws Exception {
        Lease lease = client.lock("a").acquire();
        world.pass(Duration.ofSeconds(5));
        lease.close();
        timed(1, "lockkeeper.wait", "outcome", "acquired", "store", "memory");
        timed(1, "lockkeeper.hold", "store", "memory");
        assertThat(registry.get("lockkeeper.hold").timer().totalTime(TimeUnit.SECONDS))
                .isEqualTo(5);
        timed(0, "lockkeeper.contention");
    }

    @Test
    void thoseThatHadToQueueAreContended() throws Exception {
        Lease foreign = rival.lock("a").acquire();
        CompletableFuture<Lease> first = client.lock("a").acquireAsync();
        CompletableFuture<Lease> second = client.lock("a").acquireAsync();
        foreign.close();
        answer(World.PATIENCE, first).close();
        answer(World.PATIENCE, second).close();
        timed(2, "lockkeeper.hold");
        timed(1, "lockkeeper.wait", "outcome", "acquired");
        timed(1, "lockkeeper.wait", "outcome", "handed_over");
        timed(2, "lockkeeper.contention");
    }

    @Test
    void thoseThatEndWithoutTheLockAreTimedByReason() throws Exception {
        Lease foreign = rival.lock("a").acquire();
        assertThat(client.lock("a").tryAcquire()).isEmpty();
        assertThat(client.lock("a").acquireAsync().cancel(false)).isTrue();
        CompletableFuture<Lease> waiting = client.lock("a").acquireAsync();
        client.close();
        eventually(World.PATIENCE, () -> assertThat(waiting).isCompletedExceptionally());
        foreign.close();
        timed(1, "lockkeeper.wait", "outcome", "timeout");
        timed(1, "lockkeeper.wait", "outcome", "interrupted");
        timed(1, "lockkeeper.wait", "outcome", "closed");
        timed(0, "lockkeeper.wait", "outcome", "failed");
        timed(0, "lockkeeper.contention");
    }

    @Test
    void lossesAreCountedByReason() throws Exception {
        client.lock("expires", LockOptions.defaults().withFixedLease(Duration.ofSeconds(10)))
                .acquire();
        world.pass(Duration.ofSeconds(11));
        counted(1, "lockkeeper.lost", "reason", "expired");
        Lease gone = client.lock("gone").acquire();
        rival.release(gone.id());
        gone.verify();
        world.pass(Duration.ofSeconds(1));
        counted(1, "lockkeeper.lost", "reason", "gone");
        client.lock("closed").acquire();
        client.close();
        counted(1, "lockkeeper.lost", "reason", "closed");
        counted(0, "lockkeeper.lost", "reason", "revoked");
        timed(0, "lockkeeper.hold");
    }

    @Test
    void renewalsAreTimed() throws Exception {
        try (Lease lease = client.lock("a").acquire()) {
            world.pass(Duration.ofSeconds(25));
            lease.ensureHeld();
            timed(2, "lockkeeper.renew.lag");
        }
        counted(0, "lockkeeper.renew.late");
    }

    @Test
    void signsOfTroubleAreCounted() {
        metrics.onEvent(new LockEvent.RenewedLate("a", 1, Duration.ofSeconds(1)));
        metrics.onEvent(new LockEvent.Recalled("a", 1));
        metrics.onEvent(new LockEvent.Unanswered("a", new StoreUnavailableException("Silent.", true, null)));
        metrics.onEvent(new LockEvent.Claimed("a", 1));
        counted(1, "lockkeeper.renew.late");
        counted(1, "lockkeeper.recalled");
        counted(1, "lockkeeper.unanswered");
    }
}
