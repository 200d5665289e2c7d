package io.lockkeeper.optimistic;

import java.time.Duration;
import java.util.Objects;

/**
 * How often something is tried, and how long the pauses between are: each is of a random length between nothing and a
 * bound, which doubles with every attempt. Immutable and thread-safe.
 *
 * @param attempts how many at the most, the first one included: 1 to 1,000
 * @param first the bound of the first pause, from zero on
 * @param longest what no bound exceeds: {@code first} to an hour
 * @param pause how they are spent
 */
public record Retries(int attempts, Duration first, Duration longest, Pause pause) {

    private static final Duration MOST = Duration.ofHours(1);
    private static final Retries STANDARD = of(8, Duration.ofMillis(5), Duration.ofMillis(500));

    /** Checks the bounds. */
    public Retries {
        Objects.requireNonNull(pause, "pause");
        if (attempts < 1 || attempts > 1_000) {
            throw new IllegalArgumentException("Attempts are from 1 to 1,000; these: " + attempts);
        }
        if (first.isNegative() || longest.compareTo(first) < 0 || longest.compareTo(MOST) > 0) {
            throw new IllegalArgumentException(
                    "Pauses grow from zero or more up to an hour at the most; these: from " + first + " to " + longest);
        }
    }

    /**
     * Eight attempts, the pauses between them at most 5, 10, 20 … 320 ms: a third of a second in all, on average.
     *
     * @return the default
     */
    public static Retries standard() {
        return STANDARD;
    }

    /**
     * A single attempt.
     *
     * @return no retries at all
     */
    public static Retries none() {
        return STANDARD.withAttempts(1);
    }

    /**
     * So many attempts, asleep between them.
     *
     * @param attempts how many at the most, the first one included
     * @param first the bound of the first pause
     * @param longest what no bound exceeds
     * @return the retries
     */
    public static Retries of(int attempts, Duration first, Duration longest) {
        return new Retries(attempts, first, longest, FullJitter.ASLEEP);
    }

    /**
     * Changes how often something is tried.
     *
     * @param attempts how many at the most, the first one included
     * @return a copy
     */
    public Retries withAttempts(int attempts) {
        return new Retries(attempts, first, longest, pause);
    }

    /**
     * Changes how pauses are spent.
     *
     * @param pause what to do instead of sleeping
     * @return a copy
     */
    public Retries withPause(Pause pause) {
        return new Retries(attempts, first, longest, pause);
    }

    /** Pauses after so many attempts. */
    void pauseAfter(int attempts) throws InterruptedException {
        Duration bound = first;
        for (int doubled = 1; doubled < attempts && bound.compareTo(longest) < 0; doubled++) {
            bound = bound.multipliedBy(2);
        }
        pause.upTo(bound.compareTo(longest) < 0 ? bound : longest);
    }
}
