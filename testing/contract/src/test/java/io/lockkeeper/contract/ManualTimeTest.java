package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.time.Timer.Scheduled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Time that is moved by hand moves as it is told. */
class ManualTimeTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final ManualTime time = new ManualTime();
    private final long begin = time.nanos();
    private final List<String> ran = new ArrayList<>();

    @Test
    void tasksRunInTheOrderOfTheirTimes() {
        schedule(2 * SECOND, "second");
        schedule(SECOND, "first");
        schedule(2 * SECOND, "third");
        time.advance(Duration.ofMillis(999));
        assertThat(ran).isEmpty();
        time.advance(Duration.ofSeconds(2));
        assertThat(ran).containsExactly("first at 1000", "second at 2000", "third at 2000");
        assertThat(time.nanos() - begin).isEqualTo(Duration.ofMillis(2_999).toNanos());
    }

    @Test
    void whatTasksScheduleRunsAsWellIfItFallsDue() {
        Scheduled unused = time.schedule(SECOND, () -> {
            schedule(SECOND, "inner");
            schedule(9 * SECOND, "later");
        });
        time.advance(Duration.ofSeconds(3));
        assertThat(ran).containsExactly("inner at 2000");
        assertThat(time.pending()).isEqualTo(1);
    }

    @Test
    void aTaskThatWasCalledOffDoesNotRunNorCount() {
        Scheduled scheduled = schedule(SECOND, "never");
        schedule(SECOND, "once");
        assertThat(time.pending()).isEqualTo(2);
        scheduled.cancel();
        scheduled.cancel();
        assertThat(time.pending()).isEqualTo(1);
        time.advance(Duration.ofSeconds(5));
        assertThat(ran).containsExactly("once at 1000");
        assertThat(time.pending()).isZero();
    }

    @Test
    void whatIsDueAtOnceRunsAtTheNextAdvance() {
        schedule(-5, "now");
        assertThat(ran).isEmpty();
        time.advance(Duration.ZERO);
        assertThat(ran).containsExactly("now at 0");
    }

    @Test
    void theFarthestFutureIsNotThePast() {
        schedule(Long.MAX_VALUE, "never");
        time.advance(Duration.ofDays(365));
        schedule(Long.MAX_VALUE, "never");
        time.advance(Duration.ofDays(365));
        assertThat(ran).isEmpty();
    }

    @Test
    void timeDoesNotMoveBack() {
        assertThatThrownBy(() -> time.advance(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    private Scheduled schedule(long delayNanos, String name) {
        return time.schedule(
                delayNanos,
                () -> ran.add(
                        name + " at " + Duration.ofNanos(time.nanos() - begin).toMillis()));
    }
}
