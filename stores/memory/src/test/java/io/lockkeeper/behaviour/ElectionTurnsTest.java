package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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

    private void stand(String who, LockOptions options) {
        world.client().locks().election("a", options).stand(term -> {
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

    @Test
    void candidatesWhoseLockIsToStayTakenForATimeTakeTurns() throws Exception {
        LockOptions options = LockOptions.defaults().withAtLeast(Duration.ofMillis(1));
        stand("ann", options);
        String last = awaitLeader();
        stand("bob", options);
        for (int turn = 0; turn < 10; turn++) {
            world.pass(Duration.ofSeconds(2)); // The other one has found it taken.
            dismissals.release();
            String next = awaitLeader();
            assertThat(next).as("the leader after " + last).isNotEqualTo(last);
            last = next;
        }
    }
}
