package io.lockkeeper.idempotency;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a record is kept after its completion. Repeats that come later run again.
 *
 * @param duration how long, or empty for ever; at least a millisecond, at most 100 years
 */
public record Retention(Optional<Duration> duration) {

    private static final Duration LONGEST = Duration.ofDays(36_525);

    /**
     * Checks the duration.
     *
     * @throws IllegalArgumentException if it is shorter than a millisecond or longer than 100 years
     */
    public Retention {
        duration.ifPresent(kept -> Durations.check("The retention", kept, Duration.ofMillis(1), LONGEST));
    }

    /**
     * Returns a retention that ends.
     *
     * @param duration how long records are kept after their completion
     * @return the retention
     * @throws IllegalArgumentException if it is shorter than a millisecond or longer than 100 years
     */
    public static Retention of(Duration duration) {
        return new Retention(Optional.of(duration));
    }

    /**
     * Returns the retention of records that are never purged, such as those of orders and payments.
     *
     * @return no end
     */
    public static Retention forever() {
        return new Retention(Optional.empty());
    }
}
