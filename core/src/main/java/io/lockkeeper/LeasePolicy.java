package io.lockkeeper;

import java.time.Duration;
import java.util.Objects;

/** How long a lease lasts: {@link Renewed} while its process lives, or {@link Fixed}. */
public sealed interface LeasePolicy {

    /** The shortest lease: shorter ones end before a reply can be relied upon. */
    Duration SHORTEST = Duration.ofMillis(50);

    /** The longest lease. */
    Duration LONGEST = Duration.ofDays(365);

    /**
     * The time the store grants at once.
     *
     * @return the lease
     */
    Duration lease();

    /**
     * A lease that the engine renews at a third of its time until it is released.
     *
     * @param lease how long the lock outlives a process that died
     */
    record Renewed(Duration lease) implements LeasePolicy {
        /** Checks the bounds. */
        public Renewed {
            check(lease);
        }
    }

    /**
     * A lease that ends after a time, released or not.
     *
     * @param lease how long it may be held
     */
    record Fixed(Duration lease) implements LeasePolicy {
        /** Checks the bounds. */
        public Fixed {
            check(lease);
        }
    }

    private static void check(Duration lease) {
        Objects.requireNonNull(lease, "lease");
        if (lease.compareTo(SHORTEST) < 0 || lease.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("A lease lasts from 50 ms to 365 days; this one: " + lease);
        }
    }
}
