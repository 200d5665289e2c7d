package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockOptions;
import io.lockkeeper.faults.Fate;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A loss reaches the holder: its listeners once, its thread if it asked for that. */
class LossListenerTest {

    private static final Duration PAST_LEASE = Duration.ofSeconds(31);

    private final Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
    private final World world = new World();
    private final Party holder = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    private void loseAll() {
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(PAST_LEASE);
    }

    @Test
    void everyListenerIsToldOnce() {
        Lease lease = holder.hold("a", LockOptions.defaults().withOnLost(told::add));
        lease.onLost(told::add);
        loseAll();
        eventually(Party.PATIENCE, () -> assertThat(told).hasSize(2));
        world.pass(PAST_LEASE);
        CompletableFuture<Void> unused = lease.closeAsync();
        assertThat(told).hasSize(2).allSatisfy(loss -> {
            assertThat(loss.name()).isEqualTo("a");
            assertThat(loss.token()).isEqualTo(lease.token());
            assertThat(loss.reason()).isEqualTo(LeaseLoss.Reason.EXPIRED);
        });
    }

    @Test
    void aListenerThatComesAfterTheLossIsToldAtOnce() {
        Lease lease = holder.hold("a");
        loseAll();
        lease.onLost(told::add);
        eventually(Party.PATIENCE, () -> assertThat(told).hasSize(1));
    }

    @Test
    void aListenerOfALeaseThatWasClosedFirstIsNeverTold() {
        Lease closed = holder.hold("a", LockOptions.defaults().withOnLost(told::add));
        closed.close();
        closed.onLost(told::add);
        Lease lost = holder.hold("b");
        CountDownLatch later = new CountDownLatch(1);
        lost.onLost(loss -> later.countDown());
        loseAll();
        eventually(Party.PATIENCE, () -> assertThat(later.getCount()).isZero());
        assertThat(told).isEmpty();
    }

    @Test
    void aListenerThatThrowsOrBlocksKeepsNobodyFromBeingTold() {
        CountDownLatch blocked = new CountDownLatch(1);
        Lease lease = holder.hold("a");
        lease.onLost(loss -> {
            throw new AssertionError("A listener's mistake.");
        });
        lease.onLost(loss -> await(blocked));
        lease.onLost(told::add);
        loseAll();
        eventually(Party.PATIENCE, () -> assertThat(told).hasSize(1));
        blocked.countDown();
    }

    @Test
    void theHoldingThreadIsInterruptedOnRequestOnly() {
        holder.hold("quiet");
        Lease lease = holder.hold("loud", LockOptions.defaults().withInterruptOnLoss(true));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        loseAll();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void theThreadIsNotInterruptedOnceItHasClosed() {
        holder.hold("a", LockOptions.defaults().withInterruptOnLoss(true)).close();
        loseAll();
        assertThat(Thread.interrupted()).isFalse();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
