package io.lockkeeper.zookeeper;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** The clock counts the time that the machine slept, and nothing that only looks like sleep. */
class SessionClockTest {

    private static final long SECOND = SECONDS.toNanos(1);

    private long monotonic = Long.MAX_VALUE - 3 * SECOND; // It may overflow.
    private long wall = 1_000 * SECOND;
    private final Deque<Runnable> betweenReadings = new ArrayDeque<>();
    private final SessionClock clock = new SessionClock(() -> monotonic, this::readWall);
    private final long begin = clock.nanos();

    private long readWall() {
        Runnable event = betweenReadings.poll();
        if (event != null) {
            event.run();
        }
        return wall / 1_000_000;
    }

    private void run(long nanos) {
        monotonic += nanos;
        wall += nanos;
    }

    private long passed() {
        return clock.nanos() - begin;
    }

    @Test
    void a_sleep_is_counted_once() {
        run(SECOND);
        assertThat(passed()).isEqualTo(SECOND);
        wall += 600 * SECOND;
        assertThat(passed()).isEqualTo(601 * SECOND);
        run(5 * SECOND);
        assertThat(passed()).isEqualTo(606 * SECOND);
    }

    @Test
    void a_wall_clock_that_was_set_back_changes_nothing_and_hides_no_later_sleep() {
        run(SECOND);
        wall -= 3_600 * SECOND;
        assertThat(passed()).isEqualTo(SECOND);
        wall += 60 * SECOND;
        assertThat(passed()).isEqualTo(61 * SECOND);
    }

    @Test
    void a_thread_that_was_preempted_between_two_readings_saw_no_sleep() {
        run(SECOND);
        betweenReadings.add(() -> run(10 * SECOND));
        betweenReadings.add(() -> run(10 * SECOND));
        assertThat(passed()).isEqualTo(21 * SECOND);
    }
}
