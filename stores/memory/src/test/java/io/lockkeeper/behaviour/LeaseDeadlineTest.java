package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockOptions;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A holder whose lease may have ended in the store knows it before. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class LeaseDeadlineTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final World world = new World();
    private final Party holder = world.client();
    private final Party rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aHolderWhoseRenewalsFailStopsHoldingBeforeTheStoreGivesTheLockToAnother() {
        Lease lease = holder.hold("a");
        holder.requests().all(Fate.REQUEST_LOST);
        CompletableFuture<Lease> next = rival.await("a");
        world.pass(LEASE.minusMillis(60));
        assertThat(lease.isHeld()).isTrue();
        world.pass(Duration.ofMillis(30));
        assertThat(lease.isHeld())
                .as("30 ms before the end of the lease, 0.1 % of it")
                .isFalse();
        assertThat(rival.locks().held()).isEmpty();
        world.pass(Duration.ofSeconds(10));
        assertThat(Party.answer(next).token()).isGreaterThan(lease.token());
    }

    @Test
    void theDeadlineIsCountedFromBeforeTheRequestWasSent() {
        Delayed claim = holder.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> asked = holder.await("a");
        claim.arrive();
        world.pass(Duration.ofSeconds(12));
        claim.answer();
        Lease lease = Party.answer(asked);
        assertThat(lease.remaining().orElseThrow()).isBetween(Duration.ofMillis(17_900), Duration.ofMillis(17_980));
    }

    @Test
    void aGrantWhoseReplyTookLongerThanTheLeaseIsNotReturned() {
        Delayed claim = holder.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> asked = holder.await("a");
        claim.arrive();
        world.pass(LEASE.plusSeconds(1));
        claim.answer();
        Lease lease = Party.answer(asked);
        assertThat(lease.isHeld()).isTrue();
        assertThat(lease.token()).as("claimed anew").isGreaterThan(1);
    }

    @Test
    void whatRemainsCountsDownAndIsZeroAtTheEnd() {
        Lease lease = holder.hold("a", LockOptions.defaults().withFixedLease(Duration.ofSeconds(10)));
        Duration first = lease.remaining().orElseThrow();
        assertThat(first).isBetween(Duration.ofMillis(9_950), Duration.ofSeconds(10));
        world.pass(Duration.ofSeconds(4));
        assertThat(lease.remaining().orElseThrow()).isBetween(Duration.ofMillis(5_950), Duration.ofSeconds(6));
        world.pass(Duration.ofSeconds(7));
        assertThat(lease.remaining()).contains(Duration.ZERO);
    }

    @Test
    void whoReliesOnALostLeaseIsToldSinceWhenAndWhy() {
        Lease lease = holder.hold("a");
        lease.ensureHeld();
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(LEASE);
        LeaseLostException told = catchThrowableOfType(LeaseLostException.class, lease::ensureHeld);
        assertThat(told.loss().reason()).isEqualTo(LeaseLoss.Reason.EXPIRED);
        assertThat(told.loss().token()).isEqualTo(lease.token());
        assertThat(told).hasMessageContaining("its deadline passed");
    }

    @Test
    void whoReliesOnAClosedLeaseIsToldSo() {
        Lease lease = holder.hold("a");
        lease.close();
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.remaining()).contains(Duration.ZERO);
        assertThatThrownBy(lease::ensureHeld)
                .isInstanceOf(NotHeldException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void closingALostLeaseTellsAndClosingItAgainDoesNot() {
        Lease lease = holder.hold("a");
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(LEASE);
        assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
        lease.close();
        assertThat(lease.closeAsync()).isCompletedExceptionally();
    }

    @Test
    void unlockingAfterALossTellsWithTheLossAsCause() {
        DistributedLock lock = holder.locks().lock("a");
        lock.lock();
        lock.lock();
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(LEASE);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.holdCount()).isZero();
        assertThat(lock.currentLease()).isEmpty();
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(NotHeldException.class)
                .hasCauseInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(NotHeldException.class).hasNoCause();
    }

    @Test
    void lockingAfterALossBeginsAnew() {
        DistributedLock lock = holder.locks().lock("a");
        lock.lock();
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(LEASE);
        assertThat(lock.isHeldByCurrentThread()).isFalse(); // As those do who unlock only what they hold.
        holder.requests().all(Fate.FINE);
        for (int times = 0; times < 3; times++) {
            lock.lock();
            assertThat(lock.holdCount()).isEqualTo(1);
            lock.unlock();
        }
        assertThatThrownBy(lock::unlock).isInstanceOf(NotHeldException.class).hasNoCause();
    }
}
