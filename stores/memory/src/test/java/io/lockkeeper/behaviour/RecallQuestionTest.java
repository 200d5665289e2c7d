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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a holder hears of a recall if its message and the question for it cross, or the question is lost. */
class RecallQuestionTest {

    private final World world = new World();
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final Party holder = world.client();
    private final Party other = world.client();

    @AfterEach
    void close() {
        holder.requests().all(Fate.FINE);
        world.close();
    }

    private void recall() throws InterruptedException {
        assertThat(other.locks().recall().orElseThrow().recall("a", Duration.ZERO))
                .isInstanceOf(RecallOutcome.Kept.class);
    }

    /** A store may tell of a recall only once. */
    @Test
    void aMessageThatComesBeforeAnOlderAnswerIsNotForgotten() throws Exception {
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> told.add("recalled"));
        Delayed slow = holder.requests().delayNext(Request.IS_RECALLED);
        lease.verify();
        slow.arrive();
        recall();
        int before = holder.requests().sent(Request.IS_RECALLED);
        slow.answer();
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled"));
        assertThat(holder.requests().sent(Request.IS_RECALLED)).isEqualTo(before + 1);
    }

    /** A store may begin to tell of recalls with the answer. */
    @Test
    void aQuestionThatIsNotAnsweredIsAskedAgainWithTheNextRenewal() throws Exception {
        holder.requests().next(Request.IS_RECALLED, Fate.REQUEST_LOST);
        Lease lease = holder.hold("a");
        lease.onRecalled(recall -> told.add("recalled"));
        holder.ear().lose();
        recall();
        assertThat(told).isEmpty();
        world.pass(Duration.ofSeconds(11));
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled"));
        assertThat(lease.isHeld()).isTrue();
    }

    /** The grant is recalled, whichever thread of this process holds by it. */
    @Test
    void anAnswerCountsForWhoeverHasInheritedTheGrantMeanwhile() throws Exception {
        Lease first = holder.hold("a");
        first.onRecalled(recall -> told.add("recalled"));
        CompletableFuture<Lease> heir = holder.await("a");
        Delayed slow = holder.requests().delayNext(Request.IS_RECALLED);
        recall();
        eventually(Party.PATIENCE, () -> assertThat(slow.isSent()).isTrue());
        slow.arrive();
        first.close();
        Lease second = Party.answer(heir);
        int before = holder.requests().sent(Request.IS_RECALLED);
        slow.answer();
        second.onRecalled(recall -> told.add("recalled, too"));
        eventually(Party.PATIENCE, () -> assertThat(told).containsExactly("recalled, too"));
        assertThat(holder.requests().sent(Request.IS_RECALLED)).isEqualTo(before);
    }
}
