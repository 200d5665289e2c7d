package io.lockkeeper.redis;

import io.lockkeeper.store.StoreAddress;
import java.time.Duration;

/**
 * How long things take.
 *
 * @param timeout how long to wait for a connection, and for each reply: 50 ms to 30 s
 * @param claimTime the lease of a grant that is pushed to a waiter, until the waiter's client extends it: 50 ms to 10 s
 * @param retention how long a lock's key outlives its lease: fencing tokens grow over a step of the server's clock back by
 *     as much; 10 s to 365 days. A lock keeps the longest that one of its clients asked for
 */
public record RedisTiming(Duration timeout, Duration claimTime, Duration retention) {

    static final Duration LONGEST_CLAIM_TIME = Duration.ofSeconds(10);

    /** Checks the bounds. */
    public RedisTiming {
        check("timeout", timeout, Duration.ofMillis(50), Duration.ofSeconds(30));
        check("claim-time", claimTime, Duration.ofMillis(50), LONGEST_CLAIM_TIME);
        check("retention", retention, Duration.ofSeconds(10), Duration.ofDays(365));
    }

    private static void check(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException("'" + name + "' must be between " + StoreAddress.text(least) + " and "
                    + StoreAddress.text(most) + ", not " + StoreAddress.text(value));
        }
    }
}
