package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockEvent;
import io.lockkeeper.LockOptions;
import io.lockkeeper.faults.Fate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a lock is told in order, to listeners and to the flight recorder; they harm nobody. */
class EventsTest {

    private final Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
    private final World world = new World();

    @AfterEach
    void close() {
        world.close();
    }

    private List<String> names() {
        return events.stream().map(event -> event.getClass().getSimpleName()).toList();
    }

    private void live(Party client, Party rival) {
        Lease foreign = rival.hold("a");
        CompletableFuture<Lease> first = client.await("a");
        CompletableFuture<Lease> second = client.await("a");
        CompletableFuture<Lease> third = client.await("a");
        foreign.close();
        Lease mine = Party.answer(first);
        world.pass(Duration.ZERO);
        mine.close();
        Party.answer(second).close();
        Party.answer(third);
        world.pass(Duration.ofMillis(1_000_200)); // To just after a renewal.
        client.requests().all(Fate.NEVER_SENT);
        world.pass(Duration.ofSeconds(25));
        client.requests().all(Fate.FINE);
        world.pass(Duration.ofSeconds(20));
        client.requests().all(Fate.NEVER_SENT);
        world.pass(Duration.ofSeconds(40));
        client.requests().all(Fate.FINE);
    }

    @Test
    void aListenerIsToldOfEverythingInOrder() {
        Party client = world.client(ClientOptions.defaults().withListener(events::add));
        live(client, world.client());
        eventually(Party.PATIENCE, () -> assertThat(names()).endsWith("Lost"));
        assertThat(names().stream().distinct())
                .containsExactly(
                        "Claimed", "Waited", "Acquired", "Released", "HandedOver", "Renewed", "RenewedLate", "Lost");
        assertThat(lags()).contains(Duration.ZERO).anyMatch(lag -> lag.compareTo(Duration.ofSeconds(10)) > 0);
        assertThat(events).allSatisfy(event -> assertThat(event.name()).isEqualTo("a"));
        List<Long> tokens = events.stream()
                .filter(LockEvent.HandedOver.class::isInstance)
                .map(event -> ((LockEvent.HandedOver) event).token())
                .toList();
        assertThat(tokens).hasSize(2).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theFlightRecorderRecordsTheSame(@TempDir Path folder) throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable("io.lockkeeper.Lock");
            recording.start();
            live(world.client(), world.client());
            recording.stop();
            Path file = folder.resolve("locks.jfr");
            recording.dump(file);
            assertThat(RecordingFile.readAllEvents(file))
                    .filteredOn(event -> "a".equals(event.getString("lock")))
                    .extracting(event -> event.getString("what"))
                    .contains("Claimed", "Waited", "Acquired", "HandedOver", "RenewedLate", "Lost", "Released");
        }
    }

    @Test
    void aListenerThatThrowsIsToldOfTheNextEventAllTheSame() {
        AtomicInteger told = new AtomicInteger();
        Party client = world.client(ClientOptions.defaults()
                .withListener(event -> {
                    told.incrementAndGet();
                    throw new AssertionError("A listener's mistake.");
                })
                .withListener(events::add));
        client.hold("a").close();
        client.hold("b").close();
        eventually(
                Party.PATIENCE,
                () -> assertThat(names())
                        .containsExactly("Claimed", "Acquired", "Released", "Claimed", "Acquired", "Released"));
        assertThat(told).hasValue(6);
    }

    @Test
    void aListenerThatBlocksKeepsNobodyFromLocking() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        Party client = world.client(ClientOptions.defaults().withListener(event -> {
            try {
                blocked.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            events.add(event);
        }));
        Lease lease = client.hold("a");
        world.pass(Duration.ofMinutes(5));
        assertThat(lease.isHeld()).isTrue();
        lease.close();
        client.locks().close();
        assertThat(events).isEmpty();
        blocked.countDown();
        eventually(
                Party.PATIENCE,
                () -> assertThat(names())
                        .startsWith("Claimed", "Acquired", "Renewed")
                        .endsWith("Released"));
    }

    /** How late each renewal was. */
    private List<Duration> lags() {
        return events.stream()
                .filter(LockEvent.Renewed.class::isInstance)
                .map(event -> ((LockEvent.Renewed) event).lag())
                .toList();
    }

    @Test
    void whoGetsNoLockIsAnEventWithItsReason() {
        Party client = world.client(ClientOptions.defaults().withListener(events::add));
        Lease foreign = world.client().hold("a");
        assertThat(client.locks().lock("a").tryAcquire()).isEmpty();
        CompletableFuture<Lease> late = client.await("a", LockOptions.defaults().withMaxWait(Duration.ofSeconds(5)));
        world.pass(Duration.ofSeconds(5));
        eventually(Party.PATIENCE, () -> assertThat(late).isCompletedExceptionally());
        client.await("a").cancel(true);
        client.requests().all(Fate.REFUSED);
        CompletableFuture<Lease> refused = client.await("b");
        eventually(Party.PATIENCE, () -> assertThat(refused).isCompletedExceptionally());
        client.requests().all(Fate.FINE);
        CompletableFuture<Lease> closed = client.await("a");
        client.locks().close();
        eventually(Party.PATIENCE, () -> assertThat(closed).isCompletedExceptionally());
        eventually(
                Party.PATIENCE,
                () -> assertThat(reasons())
                        .containsExactly(
                                LockEvent.NotAcquired.Reason.TIMEOUT,
                                LockEvent.NotAcquired.Reason.TIMEOUT,
                                LockEvent.NotAcquired.Reason.INTERRUPTED,
                                LockEvent.NotAcquired.Reason.FAILED,
                                LockEvent.NotAcquired.Reason.CLOSED));
        assertThat(events)
                .filteredOn(LockEvent.NotAcquired.class::isInstance)
                .element(1)
                .extracting(event -> ((LockEvent.NotAcquired) event).waited())
                .isEqualTo(Duration.ofSeconds(5));
        foreign.close();
    }

    private List<LockEvent.NotAcquired.Reason> reasons() {
        return events.stream()
                .filter(LockEvent.NotAcquired.class::isInstance)
                .map(event -> ((LockEvent.NotAcquired) event).reason())
                .toList();
    }
}
