package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.RecordedSignals;
import io.netty.util.HashedWheelTimer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What hints cost, which somebody else may have written. */
class RechecksTest {

    private final HashedWheelTimer timer = new HashedWheelTimer();
    private final Rechecks rechecks =
            new Rechecks((wait, task) -> timer.newTimeout(due -> task.run(), wait.toNanos(), TimeUnit.NANOSECONDS));

    @Test
    void a_lock_has_one_alarm_however_often_it_is_moved() {
        for (int hint = 0; hint < 500; hint++) {
            rechecks.schedule("orders", 118_000_000L - hint * 110_000L, new RecordedSignals());
        }
        assertAlarms(1);
        rechecks.cancel("orders");
        assertAlarms(0);
    }

    /** The timer forgets what was cancelled at its next tick. */
    private void assertAlarms(long number) {
        eventually(
                Duration.ofSeconds(30),
                () -> assertThat(timer.pendingTimeouts()).isEqualTo(number));
    }

    @AfterEach
    void stopTimer() {
        timer.stop();
    }
}
