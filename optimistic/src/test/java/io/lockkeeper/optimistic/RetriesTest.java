package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attempts are bounded, and so are the pauses between them. */
class RetriesTest {

    private final List<Duration> pauses = new ArrayList<>();

    @Test
    void boundsDoubleUpToTheLongest() throws InterruptedException {
        Retries retries = new Retries(10, Duration.ofMillis(3), Duration.ofMillis(20), pauses::add);
        for (int made = 1; made <= 5; made++) {
            retries.pauseAfter(made);
        }
        retries.pauseAfter(1_000);
        assertThat(pauses).extracting(Duration::toMillis).containsExactly(3L, 6L, 12L, 20L, 20L, 20L);
    }

    @Test
    void theFirstPauseMayBeTheLongest() throws InterruptedException {
        new Retries(10, Duration.ofMillis(7), Duration.ofMillis(7), pauses::add).pauseAfter(4);
        assertThat(pauses).containsExactly(Duration.ofMillis(7));
    }

    @Test
    void noPauseIsAllowed() throws InterruptedException {
        new Retries(10, Duration.ZERO, Duration.ofMillis(7), pauses::add).pauseAfter(4);
        assertThat(pauses).containsExactly(Duration.ZERO);
    }

    @Test
    void thePausesOfTheStandardAreAThirdOfASecondOnAverage() throws InterruptedException {
        Retries standard = Retries.standard().withPause(pauses::add);
        for (int made = 1; made < standard.attempts(); made++) {
            standard.pauseAfter(made);
        }
        assertThat(pauses.stream().mapToLong(Duration::toMillis).sum() / 2).isEqualTo(317);
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> Retries.standard().withAttempts(0)).hasMessageContaining("1 to 1,000; these: 0");
        assertThatThrownBy(() -> Retries.standard().withAttempts(1_001)).hasMessageContaining("these: 1001");
        assertThatThrownBy(() -> Retries.of(2, Duration.ofMillis(-1), Duration.ofMillis(1)))
                .hasMessageContaining("from PT-0.001S to PT0.001S");
        assertThatThrownBy(() -> Retries.of(2, Duration.ofMillis(2), Duration.ofMillis(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Retries.of(2, Duration.ofMillis(2), Duration.ofDays(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
