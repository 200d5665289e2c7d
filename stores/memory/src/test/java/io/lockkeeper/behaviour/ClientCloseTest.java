package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockOptions;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Closing a client tells its holders, wakes its waiters and leaves nothing behind. */
class ClientCloseTest {

    private final World world = new World();
    private final Party client = world.client();
    private final Party rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void holdersAreToldBeforeTheLockIsGivenBack() {
        Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
        Lease lease = client.hold("a", LockOptions.defaults().withOnLost(told::add));
        Delayed release = client.requests().delayNext(Request.RELEASE);
        CompletableFuture<Void> closing =
                CompletableFuture.runAsync(() -> client.locks().close());
        eventually(Party.PATIENCE, () -> assertThat(release.isSent()).isTrue());
        assertThat(lease.isHeld()).isFalse();
        eventually(
                Party.PATIENCE,
                () -> assertThat(told)
                        .singleElement()
                        .extracting(LeaseLoss::reason)
                        .isEqualTo(LeaseLoss.Reason.CLOSED));
        assertThat(closing).isNotDone();
        release.arriveAndAnswer();
        Party.answer(closing);
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
        assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void waitersAreWokenAndLeaveTheQueue() {
        Lease held = rival.hold("a");
        CompletableFuture<Lease> remote = client.await("a");
        client.hold("b");
        CompletableFuture<Lease> local = client.await("b");
        client.locks().close();
        assertThatThrownBy(() -> Party.answer(remote)).hasRootCauseInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> Party.answer(local)).hasRootCauseInstanceOf(ClientClosedException.class);
        held.close();
        assertThat(rival.locks().catalogue()).isEmpty();
        assertThat(world.space().size()).isZero();
    }

    @Test
    void laterCallsAreRefusedAndLeaveNothing() {
        client.locks().close();
        assertThatThrownBy(() -> client.locks().lock("a").acquire()).isInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> client.locks().lock("a").tryLock()).isInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> Party.answer(client.await("a"))).hasRootCauseInstanceOf(ClientClosedException.class);
        assertThat(Leftovers.names(client)).isZero();
        client.locks().close();
    }

    @Test
    void aClaimOnItsWayIsUndone() {
        Delayed claim = client.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> asked = client.await("a");
        claim.arrive();
        client.locks().close();
        claim.answer();
        assertThatThrownBy(() -> Party.answer(asked)).hasRootCauseInstanceOf(ClientClosedException.class);
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void inAnOutageItEndsWithinItsBoundAndTheLeaseEndsByItself() {
        Lease lease = client.hold("a");
        client.requests().all(Fate.REQUEST_LOST);
        long begun = System.nanoTime();
        client.locks().close();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        assertThat(lease.isHeld()).isFalse();
        world.pass(Duration.ofSeconds(30));
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }
}
