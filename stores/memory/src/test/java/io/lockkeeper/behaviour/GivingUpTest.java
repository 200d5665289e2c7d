package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A waiter that gives up returns when its claim has left the store: the next release is not handed to who has gone. */
class GivingUpTest {

    private static final LockOptions A_SECOND = LockOptions.defaults().withMaxWait(Duration.ofSeconds(1));

    private final World world = new World();
    private final Party holder = world.client();
    private final Party waiter = world.client(ClientOptions.defaults().withLocalRuns(LocalRuns.none()));

    @AfterEach
    void close() {
        waiter.requests().all(Fate.FINE);
        world.close();
    }

    @Test
    void oneWhoseTimeRanOutReturnsWhenItsClaimIsWithdrawn() {
        holder.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a", A_SECOND);
        Delayed withdrawal = waiter.requests().delayNext(Request.WITHDRAW);
        world.pass(Duration.ofSeconds(1));
        assertThat(withdrawal.isSent()).isTrue();
        assertThat(waits).isNotDone();
        withdrawal.arriveAndAnswer();
        assertThatThrownBy(() -> Party.answer(waits)).hasRootCauseInstanceOf(LockTimeoutException.class);
    }

    @Test
    void oneWhoseTimeRanOutBeforeTheStoresFirstAnswerReturnsWhenItsClaimIsWithdrawn() {
        holder.hold("a");
        CompletableFuture<Lease> before = waiter.await("a", A_SECOND);
        world.pass(Duration.ofSeconds(1)); // It listens from then on, so its next claim may queue at once.
        assertThatThrownBy(() -> Party.answer(before)).hasRootCauseInstanceOf(LockTimeoutException.class);
        Delayed claim = waiter.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits = waiter.await("a", A_SECOND);
        world.pass(Duration.ofSeconds(1));
        Delayed withdrawal = waiter.requests().delayNext(Request.WITHDRAW);
        claim.arriveAndAnswer();
        assertThat(withdrawal.isSent()).isTrue();
        assertThat(waits).isNotDone();
        withdrawal.arriveAndAnswer();
        assertThatThrownBy(() -> Party.answer(waits)).hasRootCauseInstanceOf(LockTimeoutException.class);
    }

    @Test
    void oneThatIsInterruptedReturnsWhenItsClaimIsWithdrawn() throws InterruptedException {
        Lease held = holder.hold("a");
        Delayed withdrawal = waiter.requests().delayNext(Request.WITHDRAW);
        Thread thread = new Thread(() -> {
            try (Lease impossible = waiter.locks().lock("a").acquire()) {
                throw new AssertionError("Acquired " + impossible);
            } catch (InterruptedException expected) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        eventually(
                Party.PATIENCE,
                () -> assertThat(waiter.requests().sent(Request.CLAIM)).isPositive());
        eventually(Party.PATIENCE, () -> assertThat(thread.getState()).isEqualTo(Thread.State.WAITING));
        thread.interrupt();
        eventually(Party.PATIENCE, () -> assertThat(withdrawal.isSent()).isTrue());
        assertThat(thread.isAlive()).isTrue();
        withdrawal.arriveAndAnswer();
        thread.join(Party.PATIENCE.toMillis());
        assertThat(thread.isAlive()).isFalse();
        held.close();
        assertThat(holder.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void oneThatIsUninterruptibleKeepsItsPlaceAndStaysInterrupted() throws Exception {
        Lease held = waiter.hold("a");
        FutureTask<Boolean> first = new FutureTask<>(() -> {
            Lease lease = waiter.locks().lock("a").acquireUninterruptibly(LockOptions.defaults());
            lease.ensureHeld();
            return Thread.currentThread().isInterrupted();
        });
        Thread thread = new Thread(first);
        thread.start();
        eventually(Party.PATIENCE, () -> assertThat(waiter.locks().waiting()).isEqualTo(1));
        CompletableFuture<Lease> second = waiter.await("a");
        thread.interrupt();
        eventually(Party.PATIENCE, () -> {
            assertThat(thread.isInterrupted()).isFalse();
            assertThat(thread.getState()).isEqualTo(Thread.State.WAITING);
        });
        assertThat(waiter.locks().waiting()).isEqualTo(2);
        held.close();
        assertThat(first.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(second).as("the next in line").isNotDone();
    }

    @Test
    void anUninterruptibleWaitHasTheLimitOfItsOptions() {
        holder.hold("a");
        LockOptions once = LockOptions.defaults().withMaxWait(Duration.ZERO);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> waiter.locks().lock("a").acquireUninterruptibly(once))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void oneReturnsThoughTheStoreIsSilent() {
        holder.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a", A_SECOND);
        waiter.requests().all(Fate.REQUEST_LOST);
        world.pass(Duration.ofSeconds(1));
        assertThatThrownBy(() -> Party.answer(waits))
                .as("who holds it now, nobody knows")
                .hasRootCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void oneIsToldWithinASecondThoughTheStoreSaysNothingOfItsWithdrawal() {
        holder.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a", A_SECOND);
        Delayed withdrawal = waiter.requests().delayNext(Request.WITHDRAW);
        world.pass(Duration.ofSeconds(1));
        assertThat(withdrawal.isSent()).isTrue();
        world.pass(Duration.ofMillis(999));
        assertThat(waits).isNotDone();
        world.pass(Duration.ofMillis(1));
        assertThatThrownBy(() -> Party.answer(waits)).hasRootCauseInstanceOf(StoreUnavailableException.class);
        withdrawal.arriveAndAnswer();
        assertThat(waiter.isFree("b")).isTrue();
    }

    @Test
    void oneIsToldWithinASecondThoughTheStoreSaysNothingOfItsClaim() {
        Delayed claim = waiter.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits = waiter.await("a", A_SECOND);
        world.pass(Duration.ofMillis(1999));
        assertThat(waits).isNotDone();
        world.pass(Duration.ofMillis(1));
        assertThatThrownBy(() -> Party.answer(waits)).hasRootCauseInstanceOf(StoreUnavailableException.class);
        claim.arriveAndAnswer();
        assertThat(holder.isFree("a")).as("the late grant went back").isTrue();
    }

    @Test
    void oneAmongOthersOfItsClientReturnsAtOnce() {
        holder.hold("a");
        CompletableFuture<Lease> leaves = waiter.await("a", A_SECOND);
        CompletableFuture<Lease> stays = waiter.await("a");
        world.pass(Duration.ofSeconds(1));
        assertThatThrownBy(() -> Party.answer(leaves)).hasRootCauseInstanceOf(LockTimeoutException.class);
        assertThat(stays).isNotDone();
        assertThat(waiter.requests().sent(Request.WITHDRAW)).isZero();
    }

    @Test
    void whoWouldNotWaitDoesNotWaitForOthersThoughItsClientReleasedForAWaiterThatHasGone() {
        Lease held = waiter.hold("a");
        CompletableFuture<Lease> other = holder.await("a"); // Waits in the store.
        CompletableFuture<Lease> leaves = waiter.await("a", A_SECOND);
        Delayed exchange = waiter.requests().delayNext(Request.EXCHANGE);
        CompletableFuture<Void> unused = held.closeAsync();
        world.pass(Duration.ofSeconds(1));
        CompletableFuture<Optional<Lease>> impatient =
                CompletableFuture.supplyAsync(() -> waiter.locks().lock("a").tryAcquire());
        exchange.arriveAndAnswer();
        assertThat(Party.answer(impatient)).isEmpty();
        assertThatThrownBy(() -> Party.answer(leaves)).hasRootCauseInstanceOf(LockTimeoutException.class);
        Party.answer(other).close();
        assertThat(holder.locks().lock("a").tryAcquire())
                .as("nobody else is in line")
                .isPresent();
    }
}
