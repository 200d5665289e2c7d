package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiters outlive an outage until their own wait ends; who would not wait is told; what is final is told. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class OutageTest {

    private final World world = new World();
    private final Party client = world.client();
    private final Party rival = world.client();

    @AfterEach
    void close() {
        client.requests().all(Fate.FINE);
        world.pass(Duration.ofSeconds(5));
        world.close();
    }

    @Test
    void whoWaitsOutlivesTheOutage() {
        client.requests().all(Fate.REQUEST_LOST);
        CompletableFuture<Lease> waits = client.await("a");
        CompletableFuture<Lease> patient =
                client.await("b", LockOptions.defaults().withMaxWait(Duration.ofHours(2)));
        world.pass(Duration.ofHours(1));
        assertThat(client.requests().sent())
                .as("repeated with pauses that grow")
                .isLessThan(8_000);
        client.requests().all(Fate.FINE);
        world.pass(Duration.ofSeconds(3));
        assertThat(Party.answer(waits).isHeld()).isTrue();
        assertThat(Party.answer(patient).isHeld()).isTrue();
    }

    @Test
    void whoseWaitEndsInTheOutageIsToldOfIt() {
        client.requests().all(Fate.REQUEST_LOST);
        CompletableFuture<Lease> waits =
                client.await("a", LockOptions.defaults().withMaxWait(Duration.ofSeconds(10)));
        world.pass(Duration.ofMillis(9_999));
        assertThat(waits).isNotDone();
        world.pass(Duration.ofMillis(1));
        assertThatThrownBy(() -> Party.answer(waits)).hasRootCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void whoDoesNotWaitIsToldAtOnce() {
        client.requests().all(Fate.NEVER_SENT);
        assertThatThrownBy(() -> client.locks().lock("a").tryLock()).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> client.locks().lock("a").tryAcquire()).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void whoDoesNotWaitIsToldAtOnceWhileOthersWaitOrTheLastClaimIsUndone() {
        client.requests().all(Fate.REQUEST_LOST);
        CompletableFuture<Lease> waits = client.await("a");
        assertThatThrownBy(() -> client.locks().lock("a").tryLock()).isInstanceOf(StoreUnavailableException.class);
        waits.cancel(false);
        assertThatThrownBy(() -> client.locks().lock("a").tryLock()).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void whatIsFinalReachesTheCallerAndLeavesNothing() {
        for (Fate fate : new Fate[] {Fate.REFUSED, Fate.THROWS}) {
            client.requests().next(Request.CLAIM, fate);
            CompletableFuture<Lease> asked = client.await("a");
            assertThatThrownBy(() -> Party.answer(asked)).hasRootCauseInstanceOf(IllegalStateException.class);
            client.requests().next(Request.CLAIM, fate);
            assertThatThrownBy(() -> client.locks().lock("a").lock())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("This store");
        }
        world.pass(Duration.ofSeconds(1));
        assertThat(world.time().pending()).isZero();
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void everyoneWhoWaitsIsToldOfWhatIsFinal() {
        client.requests().next(Request.CLAIM, Fate.NEVER_SENT);
        CompletableFuture<Lease> first = client.await("a");
        CompletableFuture<Lease> second = client.await("a");
        client.requests().all(Fate.REFUSED);
        world.pass(Duration.ofSeconds(1));
        assertThatThrownBy(() -> Party.answer(first)).hasRootCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Party.answer(second)).hasRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void whoseWaitEndsBeforeTheFirstAnswerIsToldOfTheOutage() {
        Delayed claim = client.requests().delayNext(Request.CLAIM);
        Delayed withdrawal = client.requests().delayNext(Request.WITHDRAW);
        CompletableFuture<Lease> waits =
                client.await("a", LockOptions.defaults().withMaxWait(Duration.ofSeconds(1)));
        world.pass(Duration.ofSeconds(1));
        assertThat(waits).isNotDone();
        claim.fail();
        withdrawal.fail();
        assertThatThrownBy(() -> Party.answer(waits)).hasRootCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void whoDoesNotWaitIsNotToldThatALockIsTakenOfWhichNothingIsKnown() {
        Delayed claim = client.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits = client.await("a");
        CompletableFuture<Boolean> tried = tryLock("a");
        client.requests().all(Fate.REQUEST_LOST);
        claim.fail();
        assertThatThrownBy(() -> Party.answer(tried)).hasRootCauseInstanceOf(StoreUnavailableException.class);
        waits.cancel(false);
    }

    @Test
    void whoDoesNotWaitLearnsFromTheAnswerOfOneWhoDoes() {
        Delayed claim = client.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits = client.await("a");
        CompletableFuture<Boolean> tried = tryLock("a");
        claim.arriveAndAnswer();
        Party.answer(waits);
        assertThat(Party.answer(tried)).isFalse();
    }

    /** A thread that tries, and waits for the store's answer by now or has its own. */
    private CompletableFuture<Boolean> tryLock(String name) {
        CompletableFuture<Boolean> outcome = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                outcome.complete(client.locks().lock(name).tryLock());
            } catch (RuntimeException failure) {
                outcome.completeExceptionally(failure);
            }
        });
        thread.start();
        eventually(
                Party.PATIENCE,
                () -> assertThat(outcome.isDone() || thread.getState() == Thread.State.WAITING)
                        .isTrue());
        return outcome;
    }
}
