package io.lockkeeper.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** The ticker counts the time that a machine slept, and nothing that only looks like sleep. */
class SystemTickerTest {

    private static final long SECOND = 1_000_000_000;

    private long monotonic = Long.MAX_VALUE - 3 * SECOND; // It may overflow.
    private long wall = 1_000 * SECOND;
    private final Deque<Runnable> betweenReadings = new ArrayDeque<>();
    private final SystemTicker ticker = new SystemTicker(() -> monotonic, this::readWall);

    private long readWall() {
        Runnable event = betweenReadings.poll();
        if (event != null) {
            event.run();
        }
        return wall;
    }

    private void run(long nanos) {
        monotonic += nanos;
        wall += nanos;
    }

    @Test
    void itCountsTheMonotonicClock() {
        run(3 * SECOND);
        assertThat(ticker.nanos()).isEqualTo(3 * SECOND);
    }

    @Test
    void itCountsASuspendOnce() {
        run(SECOND);
        wall += 600 * SECOND;
        assertThat(ticker.nanos()).isEqualTo(601 * SECOND);
        run(SECOND);
        assertThat(ticker.nanos()).isEqualTo(602 * SECOND);
    }

    @Test
    void aQuickLookMissesOnlyASleepThatNobodyLookedAt() {
        run(SECOND);
        wall += 600 * SECOND;
        assertThat(ticker.nanosAwake()).isEqualTo(SECOND);
        assertThat(ticker.nanos()).isEqualTo(601 * SECOND);
        assertThat(ticker.nanosAwake()).isEqualTo(601 * SECOND);
    }

    @Test
    void aWallClockThatWasSetBackChangesNothingAndHidesNoLaterSuspend() {
        run(SECOND);
        wall -= 3_600 * SECOND;
        assertThat(ticker.nanos()).isEqualTo(SECOND);
        wall += 60 * SECOND;
        assertThat(ticker.nanos()).isEqualTo(61 * SECOND);
    }

    @Test
    void aWallClockThatIsSlewedChangesNothing() {
        for (int step = 0; step < 40; step++) {
            run(SECOND);
            wall += SECOND / 1_000;
        }
        assertThat(ticker.nanos()).isEqualTo(40 * SECOND);
    }

    @Test
    void aThreadThatIsPreemptedBetweenTwoReadingsSawNoSuspend() {
        run(SECOND);
        betweenReadings.add(() -> run(10 * SECOND));
        assertThat(ticker.nanos()).isBetween(SECOND, 11 * SECOND);
        assertThat(ticker.nanos()).as("counted once").isEqualTo(11 * SECOND);
    }

    @Test
    void aThreadThatIsPreemptedAgainWhileItLooksCloserSawNoSuspend() {
        run(SECOND);
        betweenReadings.add(() -> run(10 * SECOND));
        betweenReadings.add(() -> run(10 * SECOND));
        betweenReadings.add(() -> run(10 * SECOND));
        ticker.nanos();
        assertThat(ticker.nanos()).isEqualTo(31 * SECOND);
    }

    @Test
    void aSuspendBetweenTwoReadingsIsCounted() {
        run(SECOND);
        betweenReadings.add(() -> wall += 60 * SECOND);
        assertThat(ticker.nanos()).isEqualTo(61 * SECOND);
    }

    @Test
    void itNeverRunsBackwards() {
        long last = ticker.nanos();
        for (int step = 0; step < 1_000; step++) {
            run(step * 1_000_000L);
            wall += (step % 7 - 3) * SECOND;
            long now = ticker.nanos();
            assertThat(now).isGreaterThanOrEqualTo(last);
            last = now;
        }
    }
}
