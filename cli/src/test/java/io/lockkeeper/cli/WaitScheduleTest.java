package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a wait is spoken of. */
final class WaitScheduleTest {
    private final WaitSchedule schedule = new WaitSchedule(WaitSchedule.FIRST);

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void aWaitIsSpokenOfAfterFiveSecondsThirtySecondsAndThenEveryFiveMinutes() {
        List<Duration> times = new ArrayList<>();
        for (int line = 0; line < 4; line++) {
            Duration now = schedule.due();
            assertThat(schedule.isWorthIt(now, false)).isTrue();
            schedule.said(now, false);
            times.add(now);
        }
        assertThat(times).containsExactly(seconds(5), seconds(30), seconds(330), seconds(630));
    }

    @Test
    void troubleThatLastsIsSpokenOfSoonAndItsEndToo() {
        schedule.said(seconds(30), false);
        schedule.changed(seconds(100));
        assertThat(schedule.due()).isEqualTo(seconds(105));
        assertThat(schedule.isWorthIt(seconds(105), true)).isTrue();
        schedule.said(seconds(105), true);
        assertThat(schedule.due()).isEqualTo(seconds(405));
        schedule.changed(seconds(200));
        assertThat(schedule.isWorthIt(schedule.due(), false)).isTrue();
    }

    @Test
    void troubleThatPassesIsNotSpokenOf() {
        schedule.said(seconds(30), false);
        schedule.changed(seconds(100));
        assertThat(schedule.isWorthIt(seconds(105), false)).isFalse();
        assertThat(schedule.due()).isEqualTo(seconds(330));
    }
}
