package io.lockkeeper.optimistic;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Pauses are spread over their whole length, and end when somebody interrupts. */
class FullJitterTest {

    private final List<Long> slept = new ArrayList<>();

    @Test
    void aPauseIsAsLongAsWasDrawn() throws InterruptedException {
        new FullJitter(most -> most / 4, slept::add).upTo(Duration.ofMillis(8));
        assertThat(slept).containsExactly(2_000_000L);
    }

    @Test
    void drawsReachFromNothingToAll() throws InterruptedException {
        Random seeded = new Random(7);
        LongUnaryOperator draw = most -> (long) (seeded.nextDouble() * (most + 1));
        for (int pause = 0; pause < 1_000; pause++) {
            new FullJitter(draw, slept::add).upTo(Duration.ofNanos(9));
        }
        assertThat(slept).contains(0L, 9L).allMatch(nanos -> nanos >= 0 && nanos <= 9);
    }

    @Test
    void anInterruptedThreadDoesNotSleepAtAll() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new FullJitter(most -> 0, slept::add).upTo(Duration.ZERO))
                .isInstanceOf(InterruptedException.class);
        assertThat(slept).isEmpty();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aSleepingThreadIsWokenByAnInterrupt() throws InterruptedException {
        List<Throwable> ends = new ArrayList<>();
        Thread sleeper = new Thread(() -> {
            try {
                new FullJitter(most -> most, NANOSECONDS::sleep).upTo(Duration.ofHours(1));
            } catch (InterruptedException woken) {
                ends.add(woken);
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        assertThat(ends).hasSize(1);
    }
}
