package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockEvent;
import io.lockkeeper.LockOptions;
import io.lockkeeper.contract.Eventually;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Renewals keep a lock, and never more than that. */
class RenewalTest {

    private final Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
    private final World world = new World();
    private final Party holder = world.client(ClientOptions.defaults().withListener(events::add));
    private final Party rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aLeaseIsRenewedForAsLongAsItIsHeld() {
        Lease lease = holder.hold("a");
        world.pass(Duration.ofHours(1));
        assertThat(lease.isHeld()).isTrue();
        assertThat(rival.locks().lock("a").tryAcquire()).isEmpty();
        assertThat(holder.requests().sent(Request.RENEW)).isBetween(350, 490);
    }

    @Test
    void aLeaseIsRenewedOnceInAThirdOfItAndNotMoreOften() {
        holder.hold("a");
        world.pass(Duration.ofSeconds(301));
        assertThat(holder.requests().sent(Request.RENEW))
                .as("of a lease of 30 s")
                .isEqualTo(30);
    }

    @Test
    void manyLeasesAreRenewedInOneRequest() {
        for (int number = 0; number < 1_000; number++) {
            holder.hold("a" + number);
        }
        world.pass(Duration.ofSeconds(29));
        assertThat(holder.requests().sent(Request.RENEW)).isLessThanOrEqualTo(3);
        assertThat(holder.locks().held()).hasSize(1_000);
    }

    @Test
    void aRenewalThatIsLateButInTimeKeepsTheLockAndSaysSo() {
        Lease lease = holder.hold("a");
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(Duration.ofSeconds(25));
        holder.requests().all(Fate.FINE);
        world.pass(Duration.ofSeconds(20));
        assertThat(lease.isHeld()).isTrue();
        Eventually.eventually(
                Party.PATIENCE,
                () -> assertThat(events)
                        .filteredOn(LockEvent.RenewedLate.class::isInstance)
                        .singleElement()
                        .satisfies(late -> assertThat(((LockEvent.RenewedLate) late).remained())
                                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(5))));
    }

    @Test
    void aRenewalThatFailsIsRepeatedUntilTheDeadline() {
        Lease lease = holder.hold("a");
        world.pass(Duration.ofSeconds(9));
        holder.requests().all(Fate.REQUEST_LOST);
        world.pass(Duration.ofSeconds(20));
        assertThat(holder.requests().sent(Request.RENEW)).isBetween(5, 100);
        holder.requests().all(Fate.FINE);
        world.pass(Duration.ofMillis(900));
        assertThat(lease.remaining().orElseThrow()).isGreaterThan(Duration.ofSeconds(28));
    }

    @Test
    void aRenewalWithoutAnAnswerIsRepeated() {
        Lease lease = holder.hold("a");
        Delayed silent = holder.requests().delayNext(Request.RENEW);
        world.pass(Duration.ofSeconds(35));
        assertThat(silent.isSent()).isTrue();
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void aRenewalThatIsAnsweredAfterTheDeadlineRevivesNothingAndTheLockComesFree() {
        Lease lease = holder.hold("a");
        CompletableFuture<Lease> next = rival.await("a");
        Delayed late = holder.requests().delayNext(Request.RENEW);
        holder.requests().next(Request.RENEW, new Delayed());
        holder.requests().next(Request.RENEW, new Delayed());
        world.pass(Duration.ofSeconds(10));
        late.arrive();
        holder.process().pause();
        world.pass(Duration.ofSeconds(20));
        assertThat(lease.isHeld()).isFalse();
        late.answer();
        assertThat(lease.isHeld()).isFalse();
        assertThat(Party.answer(next).isHeld())
                .as("given back, not left to its end")
                .isTrue();
        holder.process().resume();
        assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void aHolderThatWasPausedFindsItselfNotHoldingAtItsNextLook() {
        Lease lease = holder.hold("a");
        CompletableFuture<Lease> next = rival.await("a");
        holder.process().pause();
        world.pass(Duration.ofMinutes(1));
        assertThat(Party.answer(next).isHeld()).isTrue();
        assertThat(lease.isHeld()).isFalse();
        assertThatThrownBy(lease::ensureHeld).isInstanceOf(LeaseLostException.class);
        holder.process().resume();
        assertThat(holder.locks().held()).isEmpty();
        assertThat(next.join().isHeld())
                .as("what the paused one does on waking harms nobody")
                .isTrue();
    }

    @Test
    void aLockThatWasDeletedInTheStoreIsNoticedAtTheNextRenewal() {
        Lease lease = holder.hold("a");
        holder.ear().lose();
        rival.locks().forceRelease().orElseThrow().forceRelease("a");
        assertThat(lease.isHeld()).isTrue();
        world.pass(Duration.ofSeconds(10));
        assertThat(lease.isHeld()).isFalse();
        assertThatThrownBy(lease::ensureHeld).hasMessageContaining("no longer had it");
    }

    @Test
    void aGrantWhoseFirstReplyWasLostIsRenewedBeforeWhatIsLeftEnds() {
        Delayed first = holder.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> asked = holder.await("a");
        first.arrive();
        world.pass(Duration.ofSeconds(25));
        first.fail();
        world.pass(Duration.ofSeconds(1));
        Lease lease = Party.answer(asked);
        world.pass(Duration.ofSeconds(20));
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void aHolderIsRenewedForItsOwnLeaseNotForTheOneThatAskedBeforeIt() {
        Lease first = rival.hold("a");
        LockOptions brief = LockOptions.defaults().withRenewedLease(Duration.ofMillis(100));
        CompletableFuture<Lease> given = holder.await("a", brief);
        CompletableFuture<Lease> waits = holder.await("a");
        given.cancel(false);
        first.close();
        Lease lease = Party.answer(waits);
        world.pass(Duration.ofMillis(5)); // A twentieth of the brief lease.
        assertThat(lease.remaining().orElseThrow()).isGreaterThan(Duration.ofSeconds(25));
    }

    @Test
    void aFixedLeaseThatTheStoreGrantedInFullCostsNoRenewal() {
        Lease lease = holder.hold("a", LockOptions.defaults().withFixedLease(Duration.ofSeconds(10)));
        world.pass(Duration.ofSeconds(9));
        assertThat(lease.isHeld()).isTrue();
        assertThat(holder.requests().sent(Request.RENEW)).isZero();
        world.pass(Duration.ofSeconds(1));
        assertThat(lease.isHeld()).isFalse();
    }
}
