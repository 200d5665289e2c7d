package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.LockOptions;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A release that may not have arrived is repeated; who closed does not wait for that. */
class UnknownReleaseTest {

    private static final Duration MOMENT = Duration.ofSeconds(3);

    private final World world = new World();
    /** Without local runs, so that it exchanges. */
    private final Party client = world.client(ClientOptions.defaults().withLocalRuns(LocalRuns.none()));

    private final Party rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aReleaseThatWasLostIsRepeatedInTheBackground() {
        Lease lease = client.hold("a");
        client.requests().next(Request.RELEASE, Fate.REQUEST_LOST);
        client.requests().next(Request.RELEASE, Fate.NEVER_SENT);
        lease.close();
        assertThat(rival.locks().lock("a").tryAcquire()).isEmpty();
        world.pass(MOMENT);
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void aReleaseWhoseReplyWasLostIsNoLoss() {
        Lease lease = client.hold("a");
        client.requests().next(Request.RELEASE, Fate.REPLY_LOST);
        lease.close();
        world.pass(MOMENT);
        assertThat(lease.closeAsync()).isCompleted();
    }

    @Test
    void closingALeaseThatTheStoreHadNoMoreTellsSo() {
        Lease lease = client.hold("a");
        client.ear().lose();
        rival.locks().forceRelease().orElseThrow().forceRelease("a");
        assertThatThrownBy(lease::close)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("no longer had it");
    }

    @Test
    void anExchangeWhoseReplyWasLostServesTheNextThreadAllTheSame() {
        Lease first = client.hold("a");
        CompletableFuture<Lease> second = client.await("a");
        client.requests().next(Request.EXCHANGE, Fate.REPLY_LOST);
        first.close();
        world.pass(MOMENT);
        Lease lease = Party.answer(second);
        assertThat(lease.token()).isGreaterThan(first.token());
        lease.close();
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void anExchangeThatWasLostServesTheNextThreadAllTheSame() {
        Lease first = client.hold("a");
        CompletableFuture<Lease> second = client.await("a");
        Delayed lost = client.requests().delayNext(Request.EXCHANGE);
        CompletableFuture<Void> unused = first.closeAsync();
        lost.fail();
        world.pass(MOMENT);
        Party.answer(second).close();
        lost.arrive();
        assertThat(rival.locks().lock("a").tryAcquire())
                .as("though it arrived at last")
                .isPresent();
    }

    @Test
    void anExchangeIsAnsweredAfterItsWaiterLeft() {
        Lease first = client.hold("a");
        CompletableFuture<Lease> second = client.await("a");
        Delayed slow = client.requests().delayNext(Request.EXCHANGE);
        CompletableFuture<Void> unused = first.closeAsync();
        second.cancel(false);
        slow.arriveAndAnswer();
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void aLateCopyOfAClaimIsRefusedThoughItsReleaseWasGivenUp() {
        Delayed first = client.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits =
                client.await("a", LockOptions.defaults().withFixedLease(Duration.ofSeconds(1)));
        first.fail();
        world.pass(Duration.ofMillis(300));
        Lease lease = Party.answer(waits);
        client.requests().all(Fate.REQUEST_LOST);
        Party.answer(lease.closeAsync());
        world.pass(MOMENT);
        client.requests().all(Fate.FINE);
        world.pass(MOMENT);
        first.arrive();
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void aLateCopyOfAClaimIsRefusedThoughItsLeaseWasLeftToExpire() {
        Delayed first = client.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits =
                client.await("a", LockOptions.defaults().withFixedLease(Duration.ofSeconds(1)));
        first.fail();
        world.pass(Duration.ofMillis(300));
        Party.answer(waits).letExpire();
        world.pass(MOMENT);
        first.arrive();
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }
}
