package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.RecallOutcome;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a store that tells nobody of a recall, the holder finds it when it asks. */
class UnpushedRecallTest {

    private static final Duration WAIT = Duration.ofSeconds(10);

    private final World world = new World();
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final Party holder = world.lookingClient();
    private final Party other = world.lookingClient();

    @AfterEach
    void close() {
        holder.requests().all(Fate.FINE);
        world.close();
    }

    /** Recalls on a thread of its own, while time passes. */
    private RecallOutcome recalled(Duration wait, Runnable eachStep) throws Exception {
        Callable<RecallOutcome> call =
                () -> other.locks().recall().orElseThrow().recall("a", wait);
        FutureTask<RecallOutcome> outcome = new FutureTask<>(call);
        new Thread(outcome, "recall").start();
        eventually(Party.PATIENCE, () -> {
            world.pass(Duration.ofMillis(10));
            eachStep.run();
            assertThat(outcome).isDone();
        });
        return outcome.get();
    }

    private RecallOutcome recalled(Duration wait) throws Exception {
        return recalled(wait, () -> {});
    }

    private int asked() {
        return holder.requests().sent(Request.IS_RECALLED);
    }

    /** As often as {@code lockkeeper run} does: seldom enough to be taken for deaf by a store that knows who listens. */
    @Test
    void aHolderThatVerifiesGivesTheLockUp() throws Exception {
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> lease.close());
        long[] next = {world.time().nanos() + Duration.ofSeconds(3).toNanos()};
        RecallOutcome outcome = recalled(WAIT, () -> {
            if (world.time().nanos() >= next[0]) {
                lease.verify();
                next[0] += Duration.ofSeconds(3).toNanos();
            }
        });
        assertThat(outcome).isInstanceOf(RecallOutcome.Released.class);
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void aHolderThatDoesNotVerifyIsToldWithItsNextRenewal() throws Exception {
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> told.add("recalled"));
        assertThat(recalled(Duration.ZERO)).isInstanceOf(RecallOutcome.Kept.class);
        assertThat(told).isEmpty();
        world.pass(Duration.ofSeconds(10));
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled"));
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void aListenerThatComesAfterTheRecallIsToldAtOnce() throws Exception {
        Lease lease = holder.hold("a");
        assertThat(recalled(Duration.ZERO)).isInstanceOf(RecallOutcome.Kept.class);
        lease.onRecalled(recall -> told.add("first"));
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("first"));
        lease.onRecalled(recall -> told.add("second"));
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("first", "second"));
    }

    @Test
    void aQuestionThatIsNotAnsweredIsAskedAgain() throws Exception {
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> told.add("recalled"));
        assertThat(recalled(Duration.ZERO)).isInstanceOf(RecallOutcome.Kept.class);
        holder.requests().next(Request.IS_RECALLED, Fate.REQUEST_LOST);
        lease.verify();
        world.pass(Duration.ofMillis(1));
        assertThat(told).isEmpty();
        Delayed slow = holder.requests().delayNext(Request.IS_RECALLED);
        lease.verify();
        world.pass(Duration.ofMillis(1));
        int before = asked();
        lease.verify();
        world.pass(Duration.ofMillis(1));
        assertThat(asked()).as("questions, while one is under way").isEqualTo(before);
        slow.arriveAndAnswer();
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled"));
        lease.verify();
        world.pass(Duration.ofMillis(1));
        assertThat(asked()).as("questions, once it is known").isEqualTo(before);
    }

    @Test
    void aVerificationAsksOnceIfSomebodyWantsToKnowAndNotOtherwise() {
        Lease lease = holder.hold("a");
        lease.verify();
        world.pass(Duration.ofSeconds(11));
        assertThat(asked()).as("without a listener").isZero();
        lease.onRecalled(recall -> told.add("recalled"));
        assertThat(asked()).as("for the listener").isEqualTo(1);
        lease.verify();
        world.pass(Duration.ofMillis(1));
        assertThat(asked()).isEqualTo(2);
        lease.close();
        lease.verify();
        world.pass(Duration.ofSeconds(11));
        assertThat(asked()).isEqualTo(2);
        assertThat(told).isEmpty();
    }

    @Test
    void aClientThatListenedAllTheTimeAsksOnceForAListener() {
        Party listener = world.client();
        listener.hold("first").onRecalled(recall -> {});
        world.pass(Duration.ofMillis(1));
        Lease lease = listener.hold("a");
        int before = listener.requests().sent(Request.IS_RECALLED);
        int renewals = listener.requests().sent(Request.RENEW);
        lease.onRecalled(recall -> told.add("recalled"));
        world.pass(Duration.ofMillis(1));
        assertThat(listener.requests().sent(Request.IS_RECALLED)).isEqualTo(before + 1);
        assertThat(listener.requests().sent(Request.RENEW)).isEqualTo(renewals);
        lease.close();
        lease.onRecalled(recall -> told.add("after"));
        assertThat(listener.requests().sent(Request.IS_RECALLED)).isEqualTo(before + 1);
    }

    /** Behind a proxy that passes no message on, say. */
    @Test
    void aHolderThatVerifiesFindsARecallWhoseMessagesAreLost() throws Exception {
        Party listener = world.client();
        Lease lease = listener.hold("a");
        lease.onRecalled(recall -> told.add("recalled"));
        listener.ear().lose();
        assertThat(recalled(Duration.ZERO)).isInstanceOf(RecallOutcome.Kept.class);
        int before = listener.requests().sent(Request.IS_RECALLED);
        world.pass(Duration.ofSeconds(11));
        assertThat(listener.requests().sent(Request.IS_RECALLED))
                .as("by renewals")
                .isEqualTo(before);
        assertThat(told).isEmpty();
        lease.verify();
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled"));
        listener.ear().deliver();
    }

    @Test
    void nothingIsTakenForDeafWhereNobodyKnowsWhoListens() throws Exception {
        Lease lease = holder.hold("a");
        long before = world.time().nanos();
        assertThat(recalled(WAIT)).isInstanceOf(RecallOutcome.Kept.class);
        assertThat(world.time().nanos() - before).isGreaterThanOrEqualTo(WAIT.toNanos());
        assertThat(lease.isHeld()).isTrue();
    }
}
