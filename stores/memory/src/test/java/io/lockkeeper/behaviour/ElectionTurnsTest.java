package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who led lets the others go first, also where they poll. */
class ElectionTurnsTest {

    private static final Duration STEP = Duration.ofMillis(20);

    private final World world = new World();
    private final BlockingQueue<String> leaders = new LinkedBlockingQueue<>();
    private final Semaphore dismissals = new Semaphore(0);

    @AfterEach
    void close() {
        world.close();
    }

    private void stand(String who, Party client, LockOptions options) {
        client.locks().election("a", options).stand(term -> {
            leaders.add(who);
            dismissals.acquire();
        });
    }

    private String awaitLeader() throws InterruptedException {
        for (long end = System.nanoTime() + Party.PATIENCE.toNanos(); System.nanoTime() < end; ) {
            world.pass(STEP);
            String leader = leaders.poll(5, TimeUnit.MILLISECONDS);
            if (leader != null) {
                return leader;
            }
        }
        throw new AssertionError("Nobody leads.");
    }

    /** Until the one that does not lead has found it taken. */
    private void awaitWaiter(Party ann, Party bob) {
        eventually(Party.PATIENCE, () -> {
            world.pass(STEP);
            assertThat(Stream.of(ann, bob)
                            .distinct()
                            .mapToInt(one -> one.locks().waiting()))
                    .contains(1);
        });
    }

    private void takeTurns(Party ann, Party bob, LockOptions options) throws InterruptedException {
        stand("ann", ann, options);
        String last = awaitLeader();
        stand("bob", bob, options);
        for (int turn = 0; turn < 10; turn++) {
            awaitWaiter(ann, bob);
            dismissals.release();
            String next = awaitLeader();
            assertThat(next).as("the leader after " + last).isNotEqualTo(last);
            last = next;
        }
    }

    @Test
    void candidatesTakeTurnsInTheQueueOfTheStore() throws Exception {
        takeTurns(world.client(), world.client(), LockOptions.defaults());
    }

    @Test
    void candidatesOfOneClientTakeTurns() throws Exception {
        Party client = world.client();
        takeTurns(client, client, LockOptions.defaults());
    }

    @Test
    void candidatesWhoseStoreCannotPushTakeTurns() throws Exception {
        takeTurns(world.pollingClient(), world.pollingClient(), LockOptions.defaults());
    }

    @Test
    void candidatesThatCannotListenToTheirStoreTakeTurns() throws Exception {
        takeTurns(world.deafClient(), world.deafClient(), LockOptions.defaults());
    }

    @Test
    void candidatesWhoseLockIsToStayTakenForATimeTakeTurns() throws Exception {
        takeTurns(world.client(), world.client(), LockOptions.defaults().withAtLeast(Duration.ofMillis(1)));
    }
}
