package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases belong to whoever has the handle, and futures that are given up leave the queue. */
class AsyncTest {

    private final World world = new World();
    private final Party client = world.client();
    private final Party rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aLeaseMayBeClosedByAnotherThread() {
        Lease lease = client.hold("a");
        Party.answer(CompletableFuture.runAsync(lease::close));
        assertThat(lease.isHeld()).isFalse();
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void closingTwiceGivesTheSameOutcomeAndOneRequest() {
        Lease lease = client.hold("a");
        CompletableFuture<Void> first = lease.closeAsync();
        int sent = client.requests().sent();
        assertThat(lease.closeAsync()).isCompleted().isNotSameAs(first);
        lease.close();
        assertThat(client.requests().sent()).isEqualTo(sent);
    }

    @Test
    void aSecondAcquisitionByTheSameThreadIsAnotherContender() {
        Lease first = client.hold("a");
        assertThat(client.locks().lock("a").tryAcquire()).isEmpty();
        CompletableFuture<Lease> second = client.await("a");
        assertThat(second).isNotDone();
        first.close();
        assertThat(Party.answer(second).token()).isGreaterThan(first.token());
    }

    @Test
    void aFutureThatIsCancelledWhileQueuedIsNeverServed() {
        Lease held = rival.hold("a");
        CompletableFuture<Lease> cancelled = client.await("a");
        CompletableFuture<Lease> next = client.await("a");
        cancelled.cancel(false);
        held.close();
        assertThat(Party.answer(next).isHeld()).isTrue();
        assertThat(client.locks().held()).hasSize(1);
    }

    @Test
    void aFutureWhoseTimeRunsOutLeavesTheQueue() {
        Lease held = rival.hold("a");
        CompletableFuture<Lease> waits = client.await("a").orTimeout(20, TimeUnit.MILLISECONDS);
        assertThatThrownBy(() -> Party.answer(waits)).hasRootCauseInstanceOf(TimeoutException.class);
        eventually(Party.PATIENCE, () -> assertThat(Leftovers.names(client)).isZero());
        held.close();
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void aFutureThatIsCancelledInTheMomentOfTheGrantLeavesNoLockHeld() throws InterruptedException {
        int cancelled = 0;
        for (int race = 0; race < 5_000; race++) {
            Lease held = (race % 2 == 0 ? rival : client).hold("a");
            CompletableFuture<Lease> waits = client.await("a");
            Thread releaser = new Thread(held::close);
            releaser.start();
            for (int spin = race % 50; spin > 0; spin--) {
                Thread.onSpinWait();
            }
            if (waits.cancel(false)) {
                cancelled++;
            } else {
                waits.join().close();
            }
            releaser.join();
            eventually(Party.PATIENCE, () -> assertThat(Leftovers.names(client)).isZero());
            assertThat(world.space().size()).isZero();
        }
        assertThat(cancelled).as("races won by the cancellation").isPositive();
    }

    @Test
    void aWaiterThatMayWaitAWhileIsGrantedWithinIt() {
        Lease held = rival.hold("a");
        CompletableFuture<Lease> waits =
                client.await("a", LockOptions.defaults().withMaxWait(Duration.ofSeconds(5)));
        world.pass(Duration.ofSeconds(4));
        held.close();
        assertThat(Party.answer(waits).isHeld()).isTrue();
    }
}
