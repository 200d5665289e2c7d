package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Completed;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import io.lockkeeper.store.Engine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A lease ends when its holder says: later, sooner, or by the hand of another. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class AdjustedLeaseTest extends TwoParties {

    @Test
    void anExtendedLeaseEndsWhenItSays() {
        Lease lease = holder.hold("a");
        lease.extend(Duration.ofMinutes(10));
        assertThat(lease.remaining().orElseThrow()).isBetween(Duration.ofSeconds(599), Duration.ofMinutes(10));
        world.pass(Duration.ofMinutes(9));
        assertThat(lease.isHeld()).isTrue();
        assertThat(rival.isFree("a")).isFalse();
        world.pass(Duration.ofMinutes(1));
        assertThat(lease.isHeld()).isFalse();
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aLeaseCanBeShortenedInTheStoreToo() {
        Lease lease = holder.hold("a", LockOptions.defaults().withFixedLease(Duration.ofDays(1)));
        lease.extend(Duration.ofSeconds(5));
        holder.process().pause(); // As though it died.
        world.pass(Duration.ofSeconds(5));
        assertThat(rival.isFree("a")).isTrue();
        holder.process().resume();
    }

    @Test
    void aLeaseThatCouldNotBeSetEndsHereNoLaterThanItMayInTheStore() {
        Lease lease = holder.hold("a", LockOptions.defaults().withFixedLease(Duration.ofDays(1)));
        holder.requests().next(Request.SET_LEASE, Fate.REPLY_LOST);
        assertThatThrownBy(() -> lease.extend(Duration.ofSeconds(5))).isInstanceOf(StoreUnavailableException.class);
        assertThat(lease.remaining().orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aSettingThatArrivesAfterALaterOneTakesNothingFromTheHolder() {
        Lease lease = holder.hold("a");
        Delayed early = holder.requests().delayNext(Request.SET_LEASE);
        CompletableFuture<Void> unanswered = lease.extendAsync(Duration.ofSeconds(3));
        early.fail();
        assertThatThrownBy(() -> Party.answer(unanswered)).hasRootCauseInstanceOf(StoreUnavailableException.class);
        lease.extend(Duration.ofMinutes(1));
        early.arrive();
        world.pass(Duration.ofSeconds(4));
        assertThat(lease.isHeld()).isTrue();
        assertThat(rival.isFree("a")).isFalse();
        world.pass(Duration.ofSeconds(55));
        assertThat(lease.isHeld()).isTrue();
        assertThat(rival.isFree("a")).isFalse();
        world.pass(Duration.ofSeconds(2));
        assertThat(lease.isHeld()).isFalse();
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aSettingThatArrivesWhenItsHolderCanNotRenewEndsTheHoldingInTime() {
        Lease lease = holder.hold("a");
        Delayed early = holder.requests().delayNext(Request.SET_LEASE);
        CompletableFuture<Void> unanswered = lease.extendAsync(Duration.ofSeconds(3));
        early.fail();
        assertThatThrownBy(() -> Party.answer(unanswered)).hasRootCauseInstanceOf(StoreUnavailableException.class);
        lease.extend(Duration.ofMinutes(1));
        holder.requests().all(Fate.NEVER_SENT);
        early.arrive();
        world.pass(Duration.ofSeconds(3));
        assertThat(rival.isFree("a")).isTrue();
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void extensionsByTwoThreadsComeOneAfterTheOtherAndAfterARenewal() {
        Lease lease = holder.hold("a");
        Delayed renewal = holder.requests().delayNext(Request.RENEW);
        world.pass(Duration.ofSeconds(10));
        assertThat(renewal.isSent()).isTrue();
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> lease.extend(Duration.ofMinutes(5)));
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> lease.extend(Duration.ofMinutes(5)));
        assertThat(holder.requests().sent(Request.SET_LEASE)).isZero();
        eventually(Party.PATIENCE, () -> {
            if (renewal.isSent()) {
                assertThat(lease.remaining().orElseThrow()).isLessThan(Duration.ofMinutes(6));
            }
        });
        renewal.arriveAndAnswer();
        Party.answer(one);
        Party.answer(other);
        assertThat(lease.remaining().orElseThrow()).isGreaterThan(Duration.ofSeconds(299));
    }

    @Test
    void oneThatIsLostOrClosedCanNotBeExtended() {
        Lease lost = holder.hold("a");
        rival.locks().release(lost.id());
        assertThatThrownBy(() -> lost.extend(Duration.ofSeconds(5))).isInstanceOf(LeaseLostException.class);
        Lease closed = holder.hold("b");
        closed.close();
        assertThatThrownBy(() -> closed.extend(Duration.ofSeconds(5))).isInstanceOf(NotHeldException.class);
    }

    @Test
    void aLeaseThatIsLeftToExpireStaysTakenUntilItsEndThoughTheClientIsClosed() {
        Lease lease = holder.hold("a");
        lease.letExpire();
        assertThat(lease.isHeld()).isFalse();
        holder.locks().close();
        world.pass(Duration.ofSeconds(29));
        assertThat(rival.isFree("a")).isFalse();
        world.pass(Duration.ofSeconds(2));
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aLossAfterTheWorkIsToldBesideItsResult() throws InterruptedException {
        DistributedLock lock = holder.locks().lock("a");
        Completed<String> kept = lock.call(lease -> "done");
        assertThat(kept.value()).isEqualTo("done");
        assertThat(kept.loss()).isEmpty();
        Completed<String> lost = lock.call(lease -> {
            rival.locks().release(lease.id());
            return "done all the same";
        });
        assertThat(lost.value()).isEqualTo("done all the same");
        assertThat(lost.loss()).isPresent();
        assertThatThrownBy(() -> lock.call(lease -> {
                    throw new IllegalStateException("work");
                }))
                .hasMessage("work");
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aLockTellsOfItselfWhatTheStoreKnows() {
        LockClient client = Engine.load().start(world.space().connect(), ClientOptions.defaults());
        DistributedLock lock = client.lock("a");
        assertThat(lock.isLocked()).isFalse();
        lock.lock();
        assertThat(lock.currentLease().orElseThrow().id())
                .isEqualTo(client.held().get(0).id());
        CompletableFuture<Lease> waits = rival.await("a");
        CompletableFuture<Lease> waitsToo = rival.await("a");
        assertThat(lock.isLocked()).isTrue();
        world.pass(Duration.ofMillis(200));
        assertThat(lock.queueLength()).as("one client waits").isEqualTo(1);
        lock.currentLease().orElseThrow().close();
        assertThatThrownBy(lock::unlock).isInstanceOf(NotHeldException.class);
        Party.answer(waits).close();
        Party.answer(waitsToo).close();
        client.close();
    }

    @Test
    void anExtensionThatTheStoreDidNotCarryOutIsNoLoss() {
        World.Bound session = world.sessionBoundClient();
        Lease lease = session.party().hold("a");
        session.store().saysNothing();
        assertThatThrownBy(() -> lease.extend(Duration.ofSeconds(20))).isInstanceOf(StoreUnavailableException.class);
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void anExtensionOfWhatASessionHoldsLastsNoLongerThanTheSession() {
        World.Bound session = world.sessionBoundClient();
        Lease lease = session.party().hold("a");
        session.store().leave(Duration.ofSeconds(4));
        world.pass(Duration.ofSeconds(6));
        lease.extend(Duration.ofSeconds(20));
        assertThat(lease.remaining().orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void anHeirOfAShortenedLeaseKeepsItByRenewal() {
        Lease lease = holder.hold("a");
        CompletableFuture<Lease> waits = holder.await("a");
        lease.extend(Duration.ofSeconds(5));
        lease.close();
        Lease heir = Party.answer(waits);
        world.pass(Duration.ofMinutes(2));
        assertThat(heir.isHeld()).isTrue();
    }

    @Test
    void anExtensionThatComesAfterTheCloseDoesNotFixTheHeirsLease() {
        Lease lease = holder.hold("a");
        CompletableFuture<Lease> waits = holder.await("a");
        Delayed renewal = holder.requests().delayNext(Request.RENEW);
        world.pass(Duration.ofSeconds(10));
        CompletableFuture<Void> extended = CompletableFuture.runAsync(() -> lease.extend(Duration.ofSeconds(2)));
        eventually(
                Party.PATIENCE,
                () -> assertThat(lease.remaining().orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(2)));
        lease.close();
        Lease heir = Party.answer(waits);
        renewal.arriveAndAnswer();
        assertThatThrownBy(() -> Party.answer(extended)).hasRootCauseInstanceOf(NotHeldException.class);
        world.pass(Duration.ofMinutes(1));
        assertThat(heir.isHeld()).isTrue();
    }

    @Test
    void whoWaitsForOneWhoLeftDoesNotKeepItsLongLease() {
        Lease taken = rival.hold("a", LockOptions.defaults().withFixedLease(Duration.ofSeconds(20)));
        Delayed claim = holder.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> leaves =
                holder.await("a", LockOptions.defaults().withRenewedLease(Duration.ofDays(1)));
        CompletableFuture<Lease> waits = holder.await("a");
        leaves.cancel(false);
        taken.close();
        claim.arriveAndAnswer();
        Party.answer(waits);
        holder.process().pause(); // As though it died.
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(Duration.ofSeconds(31));
        assertThat(rival.isFree("a")).isTrue();
        holder.process().resume();
    }

    @Test
    void aLeaseWhoseShorteningHadNoAnswerIsReleasedAtItsEnd() {
        Lease lease = holder.hold("a", LockOptions.defaults().withFixedLease(Duration.ofHours(1)));
        holder.requests().next(Request.SET_LEASE, Fate.REQUEST_LOST);
        assertThatThrownBy(() -> lease.extend(Duration.ofSeconds(5))).isInstanceOf(StoreUnavailableException.class);
        world.pass(Duration.ofSeconds(6));
        assertThat(lease.isHeld()).isFalse();
        assertThat(rival.isFree("a")).isTrue();
    }
}
