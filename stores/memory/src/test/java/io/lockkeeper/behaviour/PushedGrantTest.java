package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A grant that comes unasked is relied upon only as far as the last reply and the store's clock allow. */
class PushedGrantTest {

    private final World world = new World();
    private final Party first = world.client();
    private final Party waiter = world.client();
    private final Party other = world.client();

    @BeforeEach
    void listen() {
        Lease lease = first.hold("warm-up");
        CompletableFuture<Lease> heard = waiter.await("warm-up");
        lease.close();
        Party.answer(heard).close();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void itIsExtendedSoonAndThenRenewed() {
        Lease before = first.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a");
        world.pass(Duration.ofSeconds(20));
        before.close();
        Lease lease = Party.answer(waits);
        assertThat(lease.remaining().orElseThrow()).as("the claim time").isLessThan(Duration.ofSeconds(2));
        world.pass(Duration.ofMillis(100));
        assertThat(lease.remaining().orElseThrow()).isGreaterThan(Duration.ofSeconds(29));
        world.pass(Duration.ofMinutes(5));
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void itPassesFromThreadToThreadAndBackWithoutEverBeingExtended() {
        Lease before = first.hold("a");
        List<CompletableFuture<Lease>> waits = new ArrayList<>();
        for (int thread = 0; thread < 5; thread++) {
            waits.add(waiter.await("a"));
        }
        before.close();
        long sent = waiter.requests().sent();
        waits.forEach(wait -> Party.answer(wait).close());
        assertThat(waiter.requests().sent() - sent).as("the release").isEqualTo(1);
        assertThat(waiter.requests().sent(Request.RENEW)).isZero();
    }

    @Test
    void itMayOvertakeTheReplyThatQueuedTheClaim() {
        Lease before = first.hold("a");
        Delayed queueing = waiter.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits = waiter.await("a");
        queueing.arrive();
        world.pass(Duration.ofMillis(500));
        before.close();
        assertThat(waits).isNotDone();
        queueing.answer();
        Lease lease = Party.answer(waits);
        assertThat(lease.remaining().orElseThrow())
                .as("counted from when the claim was sent, for it can't be known when it was queued")
                .isBetween(Duration.ofMillis(1_400), Duration.ofMillis(2_000));
    }

    @Test
    void itsDeadlineAllowsForClocksThatRunAtDifferentRates() {
        Lease before = first.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a");
        waiter.requests().all(Fate.NEVER_SENT);
        world.pass(Duration.ofSeconds(25));
        before.close();
        Lease lease = Party.answer(waits);
        assertThat(lease.remaining().orElseThrow()).isBetween(Duration.ofMillis(1_970), Duration.ofMillis(1_975));
    }

    @Test
    void oneThatComesTooLateIsClaimedAnew() {
        Lease before = first.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a");
        waiter.ear().hold();
        before.close();
        world.pass(Duration.ofMillis(2_500));
        CompletableFuture<Lease> others = other.await("a");
        long otherToken = Party.answer(others).token();
        waiter.ear().deliver();
        assertThat(waiter.locks().held()).isEmpty();
        others.join().close();
        assertThat(Party.answer(waits).token()).isGreaterThan(otherToken);
    }

    @Test
    void oneThatIsOlderThanTheLastReplyIsNotTakenForAYoungOne() {
        Lease before = first.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a");
        waiter.ear().hold();
        before.close();
        world.pass(Duration.ofMillis(2_500));
        Lease others = Party.answer(other.await("a"));
        int asked = waiter.requests().sent(Request.CLAIM);
        world.pass(Duration.ofMillis(27_700)); // The waiter asks again when the first lease would have ended.
        assertThat(waiter.requests().sent(Request.CLAIM)).isGreaterThan(asked);
        assertThat(others.isHeld()).isTrue();
        waiter.ear().deliver();
        assertThat(waiter.locks().held())
                .as("queued again by that reply, not granted by what is older")
                .isEmpty();
        others.close();
        assertThat(Party.answer(waits).isHeld()).isTrue();
    }

    @Test
    void oneThatIsLostCostsTheWaiterItsPlaceButNotTheLock() {
        Lease before = first.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a");
        waiter.ear().lose();
        before.close();
        world.pass(Duration.ofSeconds(40));
        assertThat(Party.answer(waits).isHeld()).isTrue();
    }

    @Test
    void oneForAClaimThatNobodyWantsAnyMoreIsGivenBack() {
        Lease before = first.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a");
        waiter.requests().next(Request.WITHDRAW, Fate.REFUSED);
        waits.cancel(false);
        before.close();
        assertThat(other.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void aHintThatComesWhileAClaimIsOnItsWayIsNotForgotten() {
        Lease one = first.hold("a");
        Lease two = first.hold("b");
        Delayed claim = other.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits = other.await("a");
        claim.arrive();
        CompletableFuture<Lease> unused = other.await("b"); // Only now does it begin to listen.
        claim.answer();
        one.close();
        assertThat(Party.answer(waits).isHeld())
                .as("told when it came free, not a lease later")
                .isTrue();
        two.close();
    }

    @Test
    void aClientWhoseSubscriptionFailedSubscribesAgainSoon() {
        Lease before = first.hold("a");
        other.requests().next(Request.LISTEN, Fate.REQUEST_LOST);
        CompletableFuture<Lease> waits = other.await("a");
        world.pass(Duration.ofSeconds(1));
        before.close();
        assertThat(Party.answer(waits).isHeld()).isTrue();
    }
}
