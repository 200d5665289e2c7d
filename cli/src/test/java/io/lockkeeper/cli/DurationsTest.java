package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DurationsTest {
    @Test
    void readsWhatPeopleWrite() {
        assertThat(Durations.parse("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Durations.parse("10s")).isEqualTo(Duration.ofSeconds(10));
        assertThat(Durations.parse("5m")).isEqualTo(Duration.ofMinutes(5));
        assertThat(Durations.parse("2h")).isEqualTo(Duration.ofHours(2));
        assertThat(Durations.parse("1d")).isEqualTo(Duration.ofDays(1));
        assertThat(Durations.parse("PT1M30S")).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void refusesWhatIsAmbiguousOrWrong() {
        for (String wrong :
                List.of("", "5", "s", "-1s", "1.5s", "1w", "1 s", "PT", "P1Y", "9999999999999999s", "ms5")) {
            assertThat(Durations.parse(wrong)).as(wrong).isNull();
        }
    }

    @Test
    void writesTheTwoLargestUnits() {
        assertThat(Durations.brief(Duration.ofMillis(350))).isEqualTo("350ms");
        assertThat(Durations.brief(Duration.ofMillis(12_999))).isEqualTo("12s");
        assertThat(Durations.brief(Duration.ofSeconds(185))).isEqualTo("3m 5s");
        assertThat(Durations.brief(Duration.ofHours(2))).isEqualTo("2h");
        assertThat(Durations.brief(Duration.ofHours(97))).isEqualTo("4d 1h");
        assertThat(Durations.brief(Duration.ofSeconds(-3))).isEqualTo("0ms");
    }
}
