package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Pauses grow from 50 ms to 2 s and are spread, so that many clients do not ask at once. */
class BackoffTest {

    private static final long MILLIS = 1_000_000;

    private final Backoff backoff = new Backoff(new SplittableRandom());

    @Test
    void pausesDoubleFromFiftyMillisecondsToTwoSeconds() {
        long[] bounds = {50, 100, 200, 400, 800, 1_600, 2_000, 2_000};
        for (int failures = 1; failures <= bounds.length; failures++) {
            for (int draw = 0; draw < 1_000; draw++) {
                long most = bounds[failures - 1] * MILLIS;
                assertThat(backoff.afterFailures(failures)).isBetween(most / 2, most);
            }
        }
        assertThat(backoff.afterFailures(Integer.MAX_VALUE)).isBetween(1_000 * MILLIS, 2_000 * MILLIS);
    }

    @Test
    void aSpreadDelayIsNeverShorterAndAQuarterOrATenthOfASecondLongerAtMost() {
        for (int draw = 0; draw < 1_000; draw++) {
            assertThat(backoff.spread(1_000)).isBetween(1_000L, 1_250L);
        }
        assertThat(backoff.spread(0)).isZero();
        assertThat(backoff.spread(60_000 * MILLIS)).isBetween(60_000 * MILLIS, 60_100 * MILLIS);
    }
}
