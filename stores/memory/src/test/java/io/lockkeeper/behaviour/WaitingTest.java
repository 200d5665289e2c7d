package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockEvent;
import io.lockkeeper.LockOptions;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** A client says how many acquisitions wait, and events say which of them had to. */
class WaitingTest extends TwoParties {

    private final Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
    private final Party client = world.client(ClientOptions.defaults().withListener(events::add));

    private List<Boolean> contended(int expected) {
        eventually(Party.PATIENCE, () -> assertThat(acquired()).hasSize(expected));
        return acquired();
    }

    private List<Boolean> acquired() {
        return events.stream()
                .filter(event -> event instanceof LockEvent.Acquired || event instanceof LockEvent.HandedOver)
                .map(event -> !(event instanceof LockEvent.Acquired acquired) || acquired.contended())
                .toList();
    }

    @Test
    void thoseThatWaitAreCountedUntilTheirAnswer() {
        Lease foreign = rival.hold("a");
        assertThat(client.locks().waiting()).isZero();
        CompletableFuture<Lease> first = client.await("a");
        CompletableFuture<Lease> second = client.await("a");
        CompletableFuture<Lease> other = client.await("b");
        assertThat(client.locks().waiting()).isEqualTo(2);
        second.cancel(false);
        assertThat(client.locks().waiting()).isEqualTo(1);
        foreign.close();
        Party.answer(first).close();
        Party.answer(other).close();
        assertThat(client.locks().waiting()).isZero();
    }

    @Test
    void oneWhoseTimeIsOverCountsUntilItIsTold() {
        rival.hold("a");
        CompletableFuture<Lease> first =
                client.await("a", LockOptions.defaults().withMaxWait(Duration.ofSeconds(1)));
        Delayed withdrawal = client.requests().delayNext(Request.WITHDRAW);
        world.pass(Duration.ofSeconds(1));
        assertThat(first).isNotDone();
        assertThat(client.locks().waiting()).isEqualTo(1);
        withdrawal.arriveAndAnswer();
        assertThat(client.locks().waiting()).isZero();
        eventually(Party.PATIENCE, () -> assertThat(first).isCompletedExceptionally());
    }

    @Test
    void aClosedClientHasNobodyWaiting() {
        rival.hold("a");
        CompletableFuture<Lease> first = client.await("a");
        assertThat(client.locks().waiting()).isEqualTo(1);
        client.locks().close();
        assertThat(client.locks().waiting()).isZero();
        eventually(Party.PATIENCE, () -> assertThat(first).isCompletedExceptionally());
    }

    @Test
    void anAcquisitionOfAFreeLockIsNotContended() {
        client.hold("a").close();
        client.hold("a").close();
        assertThat(contended(2)).containsExactly(false, false);
    }

    @Test
    void whoFoundTheLockTakenElsewhereIsContended() {
        Lease foreign = rival.hold("a");
        CompletableFuture<Lease> first = client.await("a");
        foreign.close();
        Party.answer(first).close();
        assertThat(contended(1)).containsExactly(true);
    }

    @Test
    void whoCameWhileOthersAskedOrHeldIsContendedThoughTheStoreGrantedAtOnce() {
        client.requests().all(Fate.NEVER_SENT);
        CompletableFuture<Lease> first = client.await("a");
        CompletableFuture<Lease> second = client.await("a");
        client.requests().all(Fate.FINE);
        world.pass(Duration.ofSeconds(5));
        Party.answer(first).letExpire(); // Nobody inherits it: the second gets a grant of its own.
        world.pass(Duration.ofSeconds(31));
        Party.answer(second).close();
        assertThat(contended(2)).containsExactly(false, true);
    }
}
