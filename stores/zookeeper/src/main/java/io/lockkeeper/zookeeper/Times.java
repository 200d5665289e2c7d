package io.lockkeeper.zookeeper;

import io.lockkeeper.store.StoreAddress;
import java.time.Duration;

/**
 * How long a store waits, and is waited for.
 *
 * @param session how long a session is to live that the servers hear nothing of, from 1 s to 10 min; they have their say in it
 * @param timeout how long to wait for the first connection, and at most for an answer before another server is tried, from
 *     100 ms to 1 min
 */
public record Times(Duration session, Duration timeout) {

    /** Checks the bounds. */
    public Times {
        check("session", session, Duration.ofSeconds(1), Duration.ofMinutes(10));
        check("timeout", timeout, Duration.ofMillis(100), Duration.ofMinutes(1));
    }

    private static void check(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException("'" + name + "' must be between " + StoreAddress.text(least) + " and "
                    + StoreAddress.text(most) + ", not " + StoreAddress.text(value));
        }
    }
}
