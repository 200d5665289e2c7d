package io.lockkeeper.spring.integration;

import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Which leases a registry's locks get. Safe for use by many threads. */
final class Leases {

    private final LockOptions options;
    private final @Nullable Duration timeToLive;
    private volatile boolean renewed;

    Leases(LockOptions options) {
        this.options = options;
        this.timeToLive = options.lease()
                .filter(LeasePolicy.Fixed.class::isInstance)
                .map(LeasePolicy::lease)
                .orElse(null);
    }

    /** From now on, leases with a time to live are renewed. */
    void renew() {
        renewed = true;
    }

    /** The time to live of a lock: its own or else the registry's; null if it has none. */
    @Nullable
    Duration timeToLive(@Nullable Duration own) {
        return own == null ? timeToLive : own;
    }

    /** The options of an acquisition. */
    LockOptions options(@Nullable Duration own) {
        Duration ttl = timeToLive(own);
        if (ttl == null) {
            return options;
        }
        return renewed ? options.withRenewedLease(ttl) : options.withFixedLease(ttl);
    }

    /** Returns a time to live, or says what is wrong with it. */
    static Duration check(Duration ttl) {
        return new LeasePolicy.Fixed(ttl).lease();
    }
}
