package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a lease is told while a request about it is under way, or after its answer was given up. */
class LateAnswersTest extends TwoParties {

    private static final Duration HOUR = Duration.ofHours(1);

    /** From now on the holder listens to its store. */
    private String listens() {
        Lease taken = rival.hold("warm-up");
        CompletableFuture<Lease> waits = holder.await("warm-up");
        taken.close();
        Lease lease = Party.answer(waits);
        String client = lease.id().client();
        lease.close();
        return client;
    }

    private static LockOptions fixed(Duration lease) {
        return LockOptions.defaults().withFixedLease(lease);
    }

    // ---- leases that are left to expire ------------------------------------------------------------

    @Test
    void aLateReplyFreesNothingThatIsLeftToExpire() {
        listens();
        rival.hold("a", fixed(Duration.ofSeconds(5)));
        CompletableFuture<Lease> waits = holder.await("a", fixed(HOUR));
        Delayed recheck = holder.requests().delayNext(Request.CLAIM);
        while (!recheck.isSent()) {
            world.pass(Duration.ofMillis(100));
        }
        assertThat(rival.isFree("a")).as("the holder is first in line").isFalse();
        Lease lease = Party.answer(waits);
        world.pass(Duration.ofMillis(300));
        lease.letExpire();
        recheck.arriveAndAnswer();
        assertThat(rival.isFree("a")).isFalse();
    }

    @Test
    void aLatePushFreesNothingThatIsLeftToExpire() {
        listens();
        Lease taken = rival.hold("a", fixed(Duration.ofSeconds(5)));
        CompletableFuture<Lease> waits = holder.await("a", fixed(HOUR));
        holder.ear().hold();
        world.pass(Duration.ofMillis(4_900));
        taken.close();
        world.pass(Duration.ofMillis(500));
        Party.answer(waits).letExpire();
        holder.ear().deliver();
        assertThat(rival.isFree("a")).isFalse();
    }

    // ---- leases that are being set -----------------------------------------------------------------

    @Test
    void aHoldingThatEndsWhileItIsExtendedIsReleased() {
        Lease lease = holder.hold("a", fixed(Duration.ofSeconds(10)));
        world.pass(Duration.ofSeconds(9));
        Delayed setting = holder.requests().delayNext(Request.SET_LEASE);
        CompletableFuture<Void> extended = lease.extendAsync(HOUR);
        setting.arrive();
        world.pass(Duration.ofMillis(1_500));
        assertThat(lease.isHeld()).isFalse();
        setting.answer();
        assertThatThrownBy(() -> Party.answer(extended)).hasRootCauseInstanceOf(LeaseLostException.class);
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aLeaseThatIsBeingSetIsNotPassedOn() {
        Lease lease = holder.hold("a");
        CompletableFuture<Lease> waits = holder.await("a");
        Delayed setting = holder.requests().delayNext(Request.SET_LEASE);
        CompletableFuture<Void> extended = lease.extendAsync(HOUR);
        CompletableFuture<Void> closed = lease.closeAsync();
        setting.arriveAndAnswer();
        Party.answer(closed);
        assertThatThrownBy(() -> Party.answer(extended)).hasRootCauseInstanceOf(NotHeldException.class);
        Lease heir = Party.answer(waits);
        assertThat(heir.remaining().orElseThrow()).isLessThan(Duration.ofSeconds(31));
        world.pass(Duration.ofMinutes(2));
        assertThat(heir.isHeld()).isTrue();
        holder.process().pause(); // As though it died.
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(Duration.ofSeconds(31));
        assertThat(rival.isFree("a")).isTrue();
        holder.process().resume();
    }

    @Test
    void anExtensionWhoseAnswerWasLostIsGivenBackThoughTheOutageOutlastsTheLease() {
        Lease lease = holder.hold("a");
        holder.requests().next(Request.SET_LEASE, Fate.REPLY_LOST);
        holder.requests().all(Fate.NEVER_SENT);
        CompletableFuture<Void> extended = lease.extendAsync(Duration.ofHours(24));
        assertThatThrownBy(() -> Party.answer(extended)).isInstanceOf(AssertionError.class);
        world.pass(Duration.ofSeconds(40));
        assertThat(lease.isHeld()).isFalse();
        holder.requests().all(Fate.FINE);
        world.pass(Duration.ofMinutes(1));
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aFixedLeaseWhoseRenewalHadNoAnswerIsReleasedAtItsEnd() {
        listens();
        Lease taken = rival.hold("a");
        CompletableFuture<Lease> waits = holder.await("a", fixed(HOUR));
        taken.close();
        Lease lease = Party.answer(waits);
        holder.requests().next(Request.RENEW, Fate.REPLY_LOST);
        for (int number = 0; number < 400; number++) {
            holder.requests().next(Request.RENEW, Fate.NEVER_SENT);
        }
        world.pass(Duration.ofMillis(2_200));
        assertThat(lease.isHeld()).isFalse();
        world.pass(Duration.ofSeconds(5));
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void anExtensionThatFailsKeepsNothingFromBeingRenewed() {
        Lease brief = holder.hold("a", LockOptions.defaults().withRenewedLease(Duration.ofSeconds(3)));
        listens();
        Lease taken = rival.hold("b");
        CompletableFuture<Lease> waits = holder.await("b");
        taken.close();
        Lease pushed = Party.answer(waits);
        for (Lease lease : new Lease[] {brief, pushed}) {
            holder.requests().next(Request.SET_LEASE, Fate.NEVER_SENT);
            CompletableFuture<Void> extended = lease.extendAsync(HOUR);
            assertThatThrownBy(() -> Party.answer(extended)).isInstanceOf(AssertionError.class);
        }
        world.pass(Duration.ofSeconds(9));
        assertThat(brief.isHeld()).isTrue();
        assertThat(pushed.isHeld()).isTrue();
    }

    @Test
    void whatAnotherProlongedByItsIdIsNotReleasedAtTheHoldersEnd() {
        Lease lease = holder.hold("a", fixed(Duration.ofMinutes(1)));
        LeaseId id = lease.id();
        holder.requests().next(Request.RENEW, Fate.REPLY_LOST);
        world.pass(Duration.ofSeconds(31));
        assertThat(rival.locks().extend(id, HOUR)).isTrue();
        world.pass(Duration.ofSeconds(40));
        assertThat(lease.isHeld()).isFalse();
        assertThat(rival.isFree("a")).isFalse();
    }

    @Test
    void aLateCopyOfAClaimWhoseFixedLeaseIsOverIsRefused() {
        Delayed first = holder.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits = holder.await("a", fixed(Duration.ofMinutes(1)));
        first.fail();
        world.pass(Duration.ofSeconds(1));
        Party.answer(waits);
        world.pass(Duration.ofSeconds(65));
        first.arrive();
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void whoseTimeEndsIsToldAtOnceOfALockThatIsToStayTaken() {
        Lease lease = holder.hold("a", LockOptions.defaults().withAtLeast(HOUR));
        Delayed setting = holder.requests().delayNext(Request.SET_LEASE);
        CompletableFuture<Void> closed = lease.closeAsync();
        assertThat(holder.locks().lock("a").tryLock()).isFalse();
        CompletableFuture<Lease> waits =
                holder.await("a", LockOptions.defaults().withMaxWait(Duration.ofSeconds(1)));
        world.pass(Duration.ofSeconds(1));
        assertThatThrownBy(() -> Party.answer(waits)).hasRootCauseInstanceOf(LockTimeoutException.class);
        setting.arriveAndAnswer();
        Party.answer(closed);
    }

    // ---- losses ------------------------------------------------------------------------------------

    @Test
    void theLossOfALeaseThatIsNotRenewedIsFoundWithinAThirdOfTheClientsLeaseTime() {
        Lease fixed = holder.hold("a", fixed(HOUR));
        Lease kept = holder.hold("b", LockOptions.defaults().withAtLeast(HOUR));
        Lease extended = holder.hold("c");
        extended.extend(HOUR);
        for (String name : new String[] {"a", "b", "c"}) {
            rival.locks().forceRelease().orElseThrow().forceRelease(name);
        }
        world.pass(Duration.ofMillis(10_100));
        assertThat(fixed.isHeld()).isFalse();
        assertThat(kept.isHeld()).isFalse();
        assertThat(extended.isHeld()).isFalse();
    }

    @Test
    void aLossThatIsHeardOfWhileTheLeaseIsSetIsAskedForAfterwards() {
        listens();
        Lease lease = holder.hold("a");
        LeaseId id = lease.id();
        Delayed setting = holder.requests().delayNext(Request.SET_LEASE);
        CompletableFuture<Void> unused = lease.extendAsync(HOUR);
        setting.arrive();
        holder.ear().lose();
        rival.locks().release(id);
        holder.locks().release(id); // Not current any more, which is a hint.
        setting.answer();
        world.pass(Duration.ofMillis(100));
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void aLossThatIsHeardOfBeforeTheReplyIsAskedForAfterIt() {
        String client = listens();
        Delayed claim = holder.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits = holder.await("a", fixed(HOUR));
        claim.arrive();
        holder.ear().lose();
        rival.locks().forceRelease().orElseThrow().forceRelease("a");
        rival.hold("a");
        for (long sequence = 1; sequence < 9; sequence++) {
            holder.locks().release(new LeaseId("a", client, sequence, 1, 1));
        }
        claim.answer();
        Lease lease = Party.answer(waits);
        world.pass(Duration.ofMillis(100));
        assertThat(lease.isHeld()).isFalse();
    }

    // ---- waiters -----------------------------------------------------------------------------------

    @Test
    void whoseTimeEndsBeforeTheFirstAnswerIsGivenThatAnswerIfItComesWithinASecond() {
        Delayed claim = holder.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> first =
                holder.await("a", LockOptions.defaults().withMaxWait(Duration.ofSeconds(1)));
        CompletableFuture<Lease> second = holder.await("a");
        world.pass(Duration.ofMillis(1_999));
        assertThat(first).as("whether it is taken is not known").isNotDone();
        claim.arriveAndAnswer();
        Party.answer(first).close();
        Party.answer(second).close();
    }
}
