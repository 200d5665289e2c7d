package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.ClientOptions;
import io.lockkeeper.Holding;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockEvent;
import io.lockkeeper.LockRecall;
import io.lockkeeper.RecallOutcome;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import io.lockkeeper.store.ClaimId;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A holder that is asked to give its lock up learns of it, and gives it up or not. */
class RecallTest {

    private static final Duration WAIT = Duration.ofSeconds(10);

    private final World world = new World();
    private final Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final Party holder = world.client(ClientOptions.defaults().withListener(events::add));
    private final Party other = world.client();

    @AfterEach
    void close() {
        holder.requests().all(Fate.FINE);
        world.close();
    }

    private interface Step {
        RecallOutcome take(LockRecall recall) throws InterruptedException;
    }

    /** Recalls on a thread of its own, while time passes. */
    private RecallOutcome recalled(Step step) throws Exception {
        LockRecall recall = other.locks().recall().orElseThrow();
        Callable<RecallOutcome> call = () -> step.take(recall);
        FutureTask<RecallOutcome> outcome = new FutureTask<>(call);
        new Thread(outcome, "recall").start();
        eventually(Party.PATIENCE, () -> {
            world.pass(Duration.ofMillis(10));
            assertThat(outcome).isDone();
        });
        return outcome.get();
    }

    private Holding shown(String name) {
        return other.locks()
                .inspection()
                .orElseThrow()
                .inspect(name)
                .orElseThrow()
                .holding()
                .orElseThrow();
    }

    @Test
    void aHolderThatGivesTheLockUpIsNotRobbed() throws Exception {
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> lease.close());
        RecallOutcome outcome = recalled(recall -> recall.recall("a", WAIT));
        assertThat(outcome).isInstanceOf(RecallOutcome.Released.class);
        assertThat(lease.isHeld()).isFalse();
        assertThat(other.isFree("a")).isTrue();
        eventually(Party.PATIENCE, () -> assertThat(events).contains(new LockEvent.Recalled("a", lease.token())));
        assertThat(events).noneMatch(LockEvent.Lost.class::isInstance);
    }

    @Test
    void aHolderThatDoesNothingKeepsTheLock() throws Exception {
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> told.add("recalled"));
        long before = world.time().nanos();
        assertThat(recalled(recall -> recall.recall("a", WAIT))).isInstanceOf(RecallOutcome.Kept.class);
        assertThat(world.time().nanos() - before).isBetween(WAIT.toNanos(), WAIT.toNanos() * 3 / 2);
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled"));
        assertThat(lease.isHeld()).isTrue();
        lease.close();
    }

    @Test
    void aHolderThatCannotBeToldIsNotWaitedForAsLong() throws Exception {
        Lease lease = holder.hold("a");
        long before = world.time().nanos();
        assertThat(recalled(recall -> recall.recall("a", WAIT))).isInstanceOf(RecallOutcome.Kept.class);
        assertThat(world.time().nanos() - before).isLessThan(WAIT.toNanos() / 2);
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void aHolderThatBeginsToListenJustBeforeItIsTakenForDeafHasTheWholeWait() throws Exception {
        Lease lease = holder.hold("a");
        long before = world.time().nanos();
        world.time().schedule(1_900_000_000, () -> lease.onRecalled(recall -> told.add("recalled")));
        assertThat(recalled(recall -> recall.recall("a", WAIT))).isInstanceOf(RecallOutcome.Kept.class);
        assertThat(world.time().nanos() - before).isGreaterThanOrEqualTo(WAIT.toNanos());
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled"));
    }

    @Test
    void aRecallEndsWhenItsClientIsClosed() {
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> told.add("recalled"));
        LockRecall recall = other.locks().recall().orElseThrow();
        FutureTask<RecallOutcome> outcome = new FutureTask<>(() -> recall.recall("a", WAIT));
        new Thread(outcome, "recall").start();
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled"));
        other.locks().close();
        assertThatThrownBy(() -> outcome.get(Party.PATIENCE.toNanos(), TimeUnit.NANOSECONDS))
                .hasCauseInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> recall.recall("a", WAIT)).isInstanceOf(ClientClosedException.class);
    }

    @Test
    void aListenerThatComesAfterTheRecallIsToldAtOnce() throws Exception {
        Lease lease = holder.hold("a");
        assertThat(recalled(recall -> recall.recall("a", Duration.ZERO))).isInstanceOf(RecallOutcome.Kept.class);
        lease.onRecalled(recall -> told.add("first"));
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("first"));
        lease.onRecalled(recall -> told.add("second"));
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("first", "second"));
    }

    @Test
    void aListenerOfALeaseThatWasClosedIsNotTold() throws Exception {
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> told.add("closed"));
        lease.close();
        lease.onRecalled(recall -> told.add("after"));
        Lease next = holder.hold("a");
        next.onRecalled(recall -> told.add("next"));
        recalled(recall -> recall.recall("a", Duration.ZERO));
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("next"));
    }

    @Test
    void nobodyIsAskedForALockThatNobodyHolds() throws Exception {
        assertThat(recalled(recall -> recall.recall("a", WAIT))).isEqualTo(new RecallOutcome.NotHeld());
    }

    @Test
    void nobodyIsAskedIfTheHolderIsAnotherThanShown() throws Exception {
        Lease first = holder.hold("a");
        Holding shown = shown("a");
        first.close();
        Lease second = holder.hold("a");
        second.onRecalled(recall -> told.add("recalled"));
        RecallOutcome outcome = recalled(recall -> recall.recall("a", shown, WAIT));
        assertThat(outcome).isInstanceOf(RecallOutcome.Changed.class);
        assertThat(recalled(recall -> recall.recall("a", shown("a"), Duration.ZERO)))
                .isInstanceOf(RecallOutcome.Kept.class);
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled"));
    }

    @Test
    void aRecallThatIsLostIsRepeated() throws Exception {
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> lease.close());
        holder.ear().lose();
        RecallOutcome[] outcome = new RecallOutcome[1];
        Thread recaller = new Thread(() -> outcome[0] = quietly(WAIT), "recall");
        recaller.start();
        eventually(Party.PATIENCE, () -> {
            world.pass(Duration.ofMillis(10));
            assertThat(shown("a")).isNotNull();
            assertThat(world.time().nanos()).isGreaterThan(-Duration.ofHours(1).toNanos() + 500_000_000L);
        });
        assertThat(lease.isHeld()).isTrue();
        holder.ear().deliver();
        eventually(Party.PATIENCE, () -> {
            world.pass(Duration.ofMillis(10));
            assertThat(outcome[0]).isInstanceOf(RecallOutcome.Released.class);
        });
    }

    private RecallOutcome quietly(Duration wait) {
        try {
            return other.locks().recall().orElseThrow().recall("a", wait);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void aForgedRecallIsNotBelieved() {
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> told.add("recalled"));
        ClaimId claim = new ClaimId(lease.id().client(), lease.id().sequence());
        int before = holder.requests().sent(Request.IS_RECALLED);
        holder.ear().forge(signals -> signals.mayBeRecalled("a", claim));
        assertThat(holder.requests().sent(Request.IS_RECALLED)).isEqualTo(before + 1);
        Delayed answer = holder.requests().delayNext(Request.IS_RECALLED);
        holder.ear().forge(signals -> signals.mayBeRecalled("a", claim));
        holder.ear().forge(signals -> signals.mayBeRecalled("a", claim));
        holder.ear().forge(signals -> signals.mayBeRecalled("a", new ClaimId(claim.client(), 99)));
        holder.ear().forge(signals -> signals.mayBeRecalled("b", claim));
        assertThat(holder.requests().sent(Request.IS_RECALLED))
                .as("requests, while one is under way")
                .isEqualTo(before + 2);
        answer.arriveAndAnswer();
        assertThat(told).isEmpty();
        assertThat(lease.isHeld()).isTrue();
        assertThat(events).noneMatch(LockEvent.Recalled.class::isInstance);
    }

    @Test
    void aLockThatIsRecalledDoesNotStayInThisProcess() throws Exception {
        Lease lease = holder.hold("a");
        CompletableFuture<Lease> next = holder.await("a");
        assertThat(recalled(recall -> recall.recall("a", Duration.ZERO))).isInstanceOf(RecallOutcome.Kept.class);
        lease.onRecalled(recall -> told.add("recalled"));
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled"));
        int before =
                holder.requests().sent(Request.EXCHANGE) + holder.requests().sent(Request.RELEASE);
        lease.close();
        assertThat(holder.requests().sent(Request.EXCHANGE) + holder.requests().sent(Request.RELEASE))
                .isEqualTo(before + 1);
        Party.answer(next).close();
    }

    @Test
    void aHolderThatListensLearnsOfALossAtOnce() {
        Queue<LeaseLoss> losses = new ConcurrentLinkedQueue<>();
        Lease lease = holder.hold("a");
        lease.onLost(losses::add).onRecalled(recall -> told.add("recalled"));
        other.locks().forceRelease().orElseThrow().forceRelease("a");
        eventually(
                Party.PATIENCE,
                () -> assertThat(losses).extracting(LeaseLoss::reason).containsExactly(LeaseLoss.Reason.REVOKED));
        assertThat(told).isEmpty();
    }

    @Test
    void aHolderThatAsksLearnsOfALossBeforeItsNextRenewal() {
        Queue<LeaseLoss> losses = new ConcurrentLinkedQueue<>();
        Lease lease = holder.hold("a");
        Lease closed = holder.hold("b");
        closed.close();
        closed.verify();
        lease.onLost(losses::add);
        int before = holder.requests().sent(Request.RENEW);
        lease.verify();
        world.pass(Duration.ofMillis(1));
        assertThat(holder.requests().sent(Request.RENEW)).isEqualTo(before + 1);
        other.locks().forceRelease().orElseThrow().forceRelease("a");
        assertThat(lease.isHeld()).isTrue();
        lease.verify();
        world.pass(Duration.ofMillis(1));
        eventually(Party.PATIENCE, () -> assertThat(losses).hasSize(1));
        lease.verify();
    }

    @Test
    void aLossBeforeTheClientListenedIsNoticedWhenItDoes() {
        Queue<LeaseLoss> losses = new ConcurrentLinkedQueue<>();
        Lease lease = holder.hold("a");
        lease.onLost(losses::add);
        other.locks().forceRelease().orElseThrow().forceRelease("a");
        assertThat(lease.isHeld()).isTrue();
        lease.onRecalled(recall -> told.add("recalled"));
        world.pass(Duration.ofMillis(1));
        eventually(Party.PATIENCE, () -> assertThat(losses).hasSize(1));
    }

    @Test
    void aRecallThatWaitsForLessThanNothingIsRefused() {
        LockRecall recall = other.locks().recall().orElseThrow();
        assertThatThrownBy(() -> recall.recall("a", Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aStoreThatCannotRecallDoesNotOfferIt() {
        Party bare = world.pollingClient();
        assertThat(bare.locks().recall()).isEmpty();
        Lease lease = bare.hold("a");
        lease.onRecalled(recall -> told.add("recalled"));
        lease.close();
        assertThat(told).isEmpty();
    }
}
