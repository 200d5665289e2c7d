package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.WeakGuaranteeException;
import io.lockkeeper.faults.Fate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A lock stays taken for the time that it is to, whatever becomes of its holder. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class KeptTakenTest extends TwoParties {

    private static final Duration MARGIN = Duration.ofMillis(700);

    @Test
    void aLockStaysTakenForTheTimeItIsToThoughItsHolderLetsGo() {
        LockOptions options = LockOptions.defaults().withAtLeast(Duration.ofMinutes(1));
        holder.hold("a", options).close();
        CompletableFuture<Lease> here = holder.await("a");
        world.pass(Duration.ofMinutes(1).minus(MARGIN));
        assertThat(rival.isFree("a")).isFalse();
        assertThat(here).isNotDone();
        world.pass(MARGIN.multipliedBy(2));
        Party.answer(here).close();
    }

    @Test
    void allWhoWaitLearnThatALeaseEndsEarlier() {
        LockOptions brief = LockOptions.defaults().withFixedLease(Duration.ofSeconds(1));
        CompletableFuture<Lease> last = lastBehind(brief);
        world.pass(Duration.ofSeconds(6)); // Who comes before lets the lease end by itself.
        assertThat(Party.answer(last).isHeld()).isTrue();
    }

    @Test
    void theyDoSoAlthoughTheFirstOfThemGivesUp() {
        CompletableFuture<Lease> last = lastBehind(LockOptions.defaults().withMaxWait(Duration.ofMillis(700)));
        world.pass(Duration.ofSeconds(4));
        assertThat(Party.answer(last).isHeld()).isTrue();
    }

    /** Waits behind another for a lock whose lease is set to end after a second. */
    private CompletableFuture<Lease> lastBehind(LockOptions before) {
        Party other = world.client();
        Lease warm = holder.hold("warm-up");
        CompletableFuture<Lease> first = rival.await("warm-up");
        CompletableFuture<Lease> second = other.await("warm-up");
        warm.close();
        Party.answer(first).close();
        Party.answer(second).close();
        Lease lease = holder.hold("a", LockOptions.defaults().withFixedLease(Duration.ofMinutes(10)));
        CompletableFuture<Lease> unused = rival.await("a", before);
        CompletableFuture<Lease> last = other.await("a");
        world.pass(Duration.ofMillis(200));
        lease.extend(Duration.ofSeconds(1));
        return last;
    }

    @Test
    void aLockStaysTakenForTheTimeItIsToThoughItsHolderDies() {
        LockOptions options = LockOptions.defaults().withAtLeast(Duration.ofMinutes(10));
        holder.hold("a", options);
        holder.process().pause();
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(Duration.ofMinutes(10).minus(MARGIN));
        assertThat(rival.isFree("a")).isFalse();
        world.pass(MARGIN.multipliedBy(2));
        assertThat(rival.isFree("a")).isTrue();
        holder.process().resume();
    }

    @Test
    void aStoreWhoseLeasesCanNotBeSetRefusesToKeepALockTaken() {
        Party session = world.sessionBoundClient().party();
        assertThatThrownBy(
                        () -> session.locks().lock("a", LockOptions.defaults().withAtLeast(Duration.ofSeconds(1))))
                .isInstanceOf(WeakGuaranteeException.class)
                .hasMessageContaining("for at least 1000 ms after");
    }

    @Test
    void aLockStaysTakenForTheTimeItIsToThoughItsClientCloses() {
        LockOptions options = LockOptions.defaults().withAtLeast(Duration.ofMinutes(1));
        holder.hold("a", options);
        holder.locks().close();
        world.pass(Duration.ofMinutes(1).minus(MARGIN));
        assertThat(rival.isFree("a")).isFalse();
        world.pass(MARGIN.multipliedBy(2));
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aLockStaysTakenForTheTimeItIsToThoughItsHolderWantsItShorter() {
        Lease lease = holder.hold("a", LockOptions.defaults().withAtLeast(Duration.ofMinutes(1)));
        lease.extend(Duration.ofSeconds(5));
        world.pass(Duration.ofSeconds(6));
        assertThat(lease.isHeld()).isFalse();
        assertThat(rival.isFree("a")).isFalse();
        world.pass(Duration.ofSeconds(54).minus(MARGIN));
        assertThat(rival.isFree("a")).isFalse();
        world.pass(MARGIN.multipliedBy(2));
        assertThat(rival.isFree("a")).isTrue();
    }

    @Test
    void aLockThatIsToStayTakenIsNotRenewedForThatLong() {
        Lease lease = holder.hold("a", LockOptions.defaults().withAtLeast(Duration.ofSeconds(90)));
        world.pass(Duration.ofSeconds(100));
        assertThat(lease.isHeld()).isTrue();
        holder.process().pause(); // As though it died.
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(Duration.ofSeconds(31));
        assertThat(rival.isFree("a")).as("its lease is 30 s").isTrue();
        holder.process().resume();
    }

    @Test
    void whoWantsItToStayTakenSeesWithinASecondThatItIsFree() {
        Lease lease = rival.hold("a", LockOptions.defaults().withFixedLease(Duration.ofHours(1)));
        CompletableFuture<Lease> waits =
                holder.await("a", LockOptions.defaults().withAtLeast(Duration.ofMinutes(1)));
        world.pass(Duration.ofSeconds(10));
        lease.close();
        world.pass(Duration.ofSeconds(1));
        Party.answer(waits).close();
    }

    @Test
    void aGrantForOneWhoLeftIsNotGivenToOneWhoWantsItToStayTaken() {
        Lease taken = rival.hold("a");
        CompletableFuture<Lease> leaves = holder.await("a");
        CompletableFuture<Lease> waits =
                holder.await("a", LockOptions.defaults().withAtLeast(Duration.ofMinutes(1)));
        world.pass(Duration.ofSeconds(1));
        leaves.cancel(false);
        taken.close();
        world.pass(Duration.ofSeconds(1));
        Party.answer(waits);
        holder.process().pause(); // As though it died.
        holder.requests().all(Fate.NEVER_SENT);
        world.pass(Duration.ofSeconds(57));
        assertThat(rival.isFree("a")).isFalse();
        holder.process().resume();
    }
}
