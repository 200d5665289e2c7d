package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void aNumberWithoutAUnitMeansSeconds() {
        assertThat(Durations.parse("10")).isEqualTo(Duration.ofSeconds(10));
        assertThat(Durations.parse("0")).isEqualTo(Duration.ZERO);
        assertThat(Durations.parse("0.5")).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void fractionsAreExactToTheMillisecondAndNeverNothing() {
        assertThat(Durations.parse("1.5s")).isEqualTo(Duration.ofMillis(1500));
        assertThat(Durations.parse("1.5h")).isEqualTo(Duration.ofMinutes(90));
        assertThat(Durations.parse(".25m")).isEqualTo(Duration.ofSeconds(15));
        assertThat(Durations.parse("2.675")).isEqualTo(Duration.ofMillis(2675));
        assertThat(Durations.parse("0.0001")).isEqualTo(Duration.ofMillis(1));
        assertThat(Durations.parse("0.0")).isEqualTo(Duration.ZERO);
    }

    @Test
    void refusesWhatIsAmbiguousOrWrong() {
        for (String wrong : List.of(
                "",
                ".",
                "1.",
                "1.s",
                "1.2.3",
                "s",
                "-1s",
                "+1",
                "1e3",
                "1,5",
                "1w",
                "1 s",
                "PT",
                "P1Y",
                "PT9999999999999999999S",
                "ms5")) {
            assertThat(Durations.parse(wrong)).as(wrong).isNull();
        }
    }

    /** 213503982334602 days are 17 hours more than 2^64 seconds. */
    @Test
    void aDurationThatOverflowsIsNotTakenForAShortOne() {
        for (String huge : List.of("213503982334602d", "99999999999d", "9999999999999999s", "9".repeat(40) + "ms")) {
            assertThat(Durations.parse(huge)).as(huge).isGreaterThan(Duration.ofDays(365));
        }
        assertThat(Durations.parse("0".repeat(40) + "7s")).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void anOptionRefusesADurationThatOverflows() {
        String[] words = {"run", "--wait", "213503982334602d", "a", "--", "true"};
        Arguments arguments = Arguments.parse(new RunVerb().syntax(), words, 1);
        assertThatThrownBy(() -> Durations.of(arguments, RunVerb.WAIT, Duration.ZERO))
                .isInstanceOf(UsageException.class)
                .hasMessage("--wait must be between 0ms and 365d, not '213503982334602d'.");
    }

    @Test
    void writesTheTwoLargestUnits() {
        assertThat(Durations.brief(Duration.ofMillis(350))).isEqualTo("350ms");
        assertThat(Durations.brief(Duration.ofMillis(12_999))).isEqualTo("12s");
        assertThat(Durations.brief(Duration.ofSeconds(185))).isEqualTo("3m 5s");
        assertThat(Durations.brief(Duration.ofHours(2))).isEqualTo("2h");
        assertThat(Durations.brief(Duration.ofHours(97))).isEqualTo("4d 1h");
        assertThat(Durations.brief(Duration.ofSeconds(-3))).isEqualTo("0ms");
        assertThat(Durations.brief(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo("106751991167300d 15h");
    }
}
