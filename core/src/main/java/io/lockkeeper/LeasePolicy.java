package io.lockkeeper;

import java.time.Duration;
import java.util.Objects;

/** How long a lease lasts: until it is released ({@link Renewed}), or for a fixed time ({@link Fixed}). */
public sealed interface LeasePolicy {

    /** The shortest lease that is requested from a store: a shorter one could expire before the reply arrives. */
    Duration SHORTEST = Duration.ofMillis(50);

    /** The longest lease. */
    Duration LONGEST = Duration.ofDays(365);

    /**
     * Returns how long the holder may rely on the lease without a renewal.
     *
     * @return the lease time
     */
    Duration lease();

    /**
     * Returns the lease time that is requested from the store: at least {@link #SHORTEST}.
     *
     * @return the lease time, rounded up
     */
    default Duration granted() {
        return lease().compareTo(SHORTEST) < 0 ? SHORTEST : lease();
    }

    /**
     * A lease that is renewed after every third of its lease time until it is released. A lease time of less than {@link
     * #SHORTEST} is rounded up.
     *
     * @param lease the lease time: how long the lock stays held after the holder's process died
     */
    record Renewed(Duration lease) implements LeasePolicy {
        /** Checks the bounds. */
        public Renewed {
            check(lease);
            lease = lease.compareTo(SHORTEST) < 0 ? SHORTEST : lease;
        }
    }

    /**
     * A lease that ends after a fixed time. If that is shorter than {@link #SHORTEST}, the lease ends at that time for
     * its holder, and after {@link #SHORTEST} in the store unless it is released before.
     *
     * @param lease the lease time
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
            throw new IllegalArgumentException(
                    "A lease time must be longer than zero and at most 365 days, not " + lease);
        }
    }
}
