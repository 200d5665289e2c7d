package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A claim whose outcome is unknown never becomes an orphan that nobody holds and everybody waits for. */
class UnknownOutcomeTest {

    private static final Duration MOMENT = Duration.ofSeconds(3);

    private final World world = new World();
    private final Party client = world.client();
    private final Party rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    private void assertFree(String name) {
        assertThat(rival.locks().lock(name).tryAcquire()).as("the lock is free").isPresent();
    }

    @Test
    void aReplyThatNeverCameIsResolvedByTheClaimsId() {
        client.requests().next(Request.CLAIM, Fate.REPLY_LOST);
        CompletableFuture<Lease> asked = client.await("a");
        world.pass(MOMENT);
        Lease lease = Party.answer(asked);
        assertThat(lease.token()).as("the same grant, not another").isEqualTo(1);
        lease.close();
        assertFree("a");
    }

    @Test
    void anAttemptThatDoesNotWaitIsWithdrawnIfItsReplyNeverCame() {
        client.requests().next(Request.CLAIM, Fate.REPLY_LOST);
        assertThatThrownBy(() -> client.locks().lock("a").tryAcquire())
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        told -> assertThat(told.outcomeUnknown()).isTrue());
        assertFree("a");
    }

    @Test
    void aWithdrawalIsRepeatedThroughAnOutage() {
        client.requests().next(Request.CLAIM, Fate.REPLY_LOST);
        client.requests().all(Fate.REQUEST_LOST);
        assertThatThrownBy(() -> client.locks().lock("a").tryAcquire()).isInstanceOf(StoreUnavailableException.class);
        world.pass(Duration.ofSeconds(20));
        assertThat(rival.locks().lock("a").tryAcquire()).isEmpty();
        client.requests().all(Fate.FINE);
        world.pass(MOMENT);
        assertFree("a");
    }

    @Test
    void aClaimThatCertainlyWasNotSentNeedsNoWithdrawal() {
        client.requests().next(Request.CLAIM, Fate.NEVER_SENT);
        assertThatThrownBy(() -> client.locks().lock("a").tryAcquire()).isInstanceOf(StoreUnavailableException.class);
        assertThat(client.requests().sent(Request.WITHDRAW)).isZero();
    }

    @Test
    void aWithdrawalMayOvertakeItsClaim() {
        Delayed claim = client.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> asked = client.await("a");
        asked.cancel(false);
        claim.arriveAndAnswer();
        assertThat(client.locks().held()).isEmpty();
        assertFree("a");
    }

    @Test
    void aClaimThatIsCancelledWhileItsReplyIsOnItsWayIsGivenBack() {
        Delayed claim = client.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> asked = client.await("a");
        claim.arrive();
        asked.cancel(false);
        claim.answer();
        assertFree("a");
    }

    @Test
    void aClaimThatWasSentTwiceIsNotGrantedAgainAfterItsRelease() {
        Delayed first = client.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> asked = client.await("a");
        first.fail();
        world.pass(MOMENT);
        Party.answer(asked).close();
        first.arrive();
        assertFree("a");
    }

    @Test
    void aClaimThatIsAskedForAgainWhileItsGrantIsPushedIsNotGrantedAgainAfterItsRelease() {
        Lease before = rival.hold("a");
        CompletableFuture<Lease> asked = client.await("a");
        Delayed again = client.requests().delayNext(Request.CLAIM);
        world.pass(Duration.ofSeconds(40));
        assertThat(again.isSent()).isTrue();
        before.close();
        Party.answer(asked).close();
        again.arriveAndAnswer();
        assertFree("a");
    }

    @Test
    void whoWaitsMeanwhileIsServedOnceTheWithdrawalIsThrough() {
        Delayed claim = client.requests().delayNext(Request.CLAIM);
        Delayed withdrawal = client.requests().delayNext(Request.WITHDRAW);
        client.await("a").cancel(false);
        CompletableFuture<Lease> next = client.await("a");
        assertThat(next).isNotDone();
        withdrawal.arriveAndAnswer();
        claim.arriveAndAnswer();
        assertThat(Party.answer(next).isHeld()).isTrue();
    }
}
