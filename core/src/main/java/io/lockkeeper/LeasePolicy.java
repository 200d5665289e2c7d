package io.lockkeeper;

import java.time.Duration;
import java.util.Objects;

/** How long a lease lasts: {@link Renewed} while its process lives, or {@link Fixed}. */
public sealed interface LeasePolicy {

    /** The shortest lease that a store is asked for: shorter ones end before a reply can be relied upon. */
    Duration SHORTEST = Duration.ofMillis(50);

    /** The longest lease. */
    Duration LONGEST = Duration.ofDays(365);

    /**
     * How long the holder may rely on the lease without a renewal.
     *
     * @return the lease
     */
    Duration lease();

    /**
     * The lease that the store is asked for: at least {@link #SHORTEST}.
     *
     * @return the lease, rounded up
     */
    default Duration granted() {
        return lease().compareTo(SHORTEST) < 0 ? SHORTEST : lease();
    }

    /**
     * A lease that the engine renews at a third of its time until it is released. Less than {@link #SHORTEST} is rounded
     * up.
     *
     * @param lease how long the lock outlives a process that died
     */
    record Renewed(Duration lease) implements LeasePolicy {
        /** Checks the bounds. */
        public Renewed {
            check(lease);
            lease = lease.compareTo(SHORTEST) < 0 ? SHORTEST : lease;
        }
    }

    /**
     * A lease that ends after a time, released or not. One that is shorter than {@link #SHORTEST} ends for its holder
     * when it says, and in the store after {@link #SHORTEST} unless it is released before.
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
        if (lease.isNegative() || lease.isZero() || lease.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("A lease is longer than zero and at most 365 days; this one: " + lease);
        }
    }
}
