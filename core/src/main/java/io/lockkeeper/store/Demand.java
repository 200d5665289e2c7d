package io.lockkeeper.store;

import org.jspecify.annotations.Nullable;

/**
 * The number of permits that a claim requests, out of those that the lock has. A mutex is 1 of 1.
 *
 * @param permits at least 1, at most the capacity
 * @param capacity the number of permits that the lock has
 */
public record Demand(int permits, int capacity) {

    /** The only permit of a lock with one holder at a time. */
    public static final Demand MUTEX = new Demand(1, 1);

    /** Checks the bounds. */
    public Demand {
        if (permits < 1 || permits > capacity) {
            throw new IllegalArgumentException(
                    "A claim asks for 1 to " + capacity + " permits of " + capacity + "; this one: " + permits);
        }
    }

    // Written out, as those of ClaimId: a record's own are linked at their first use, which takes some milliseconds.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Demand demand && permits == demand.permits && capacity == demand.capacity;
    }

    @Override
    public int hashCode() {
        return 31 * permits + capacity;
    }

    /** Returns the text that stores write: {@code permits/capacity}. */
    @Override
    public String toString() {
        return permits + "/" + capacity;
    }
}
