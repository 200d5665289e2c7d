package io.lockkeeper.redis;

import io.lockkeeper.store.StoreAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a store uses its Redis, beside where that is.
 *
 * @param prefix what all keys and channels begin with, before the format's own {@code lk1:}; may be empty
 * @param timeout how long to wait for a connection, and for each reply
 * @param claimTime the lease of a grant that is pushed to a waiter, until the waiter's client extends it
 * @param retention how long a lock's key outlives its lease, so that fencing tokens go on where they were
 * @param caCertificates a PEM file with the certificates to trust instead of Java's own; for TLS
 */
public record RedisSettings(
        String prefix, Duration timeout, Duration claimTime, Duration retention, Optional<Path> caCertificates) {

    private static final RedisSettings DEFAULTS = new RedisSettings(
            "", Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofMinutes(10), Optional.empty());

    /** Checks the bounds. */
    public RedisSettings {
        if (prefix.length() > 100 || !prefix.matches("[^{}\\p{Cntrl}]*")) {
            throw new IllegalArgumentException("A key prefix has at most 100 characters, without braces and control"
                    + " characters; this one: '" + prefix.replaceAll("\\p{Cntrl}", "?") + "'");
        }
        check("timeout", timeout, Duration.ofMillis(50), Duration.ofSeconds(30));
        check("claim-time", claimTime, Duration.ofMillis(50), Duration.ofSeconds(10));
        check("retention", retention, Duration.ofMinutes(2), Duration.ofDays(365));
    }

    /**
     * No prefix, 2 s for each reply, a claim time of 2 s, a retention of 10 min, Java's own trusted certificates.
     *
     * @return the defaults
     */
    public static RedisSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the prefix.
     *
     * @param prefix at most 100 characters, no braces
     * @return a copy
     */
    public RedisSettings withPrefix(String prefix) {
        return new RedisSettings(prefix, timeout, claimTime, retention, caCertificates);
    }

    /**
     * Sets the timeout.
     *
     * @param timeout 50 ms to 30 s
     * @return a copy
     */
    public RedisSettings withTimeout(Duration timeout) {
        return new RedisSettings(prefix, timeout, claimTime, retention, caCertificates);
    }

    /**
     * Sets the claim time.
     *
     * @param claimTime 50 ms to 10 s
     * @return a copy
     */
    public RedisSettings withClaimTime(Duration claimTime) {
        return new RedisSettings(prefix, timeout, claimTime, retention, caCertificates);
    }

    /**
     * Sets the retention.
     *
     * @param retention 2 min to 365 days
     * @return a copy
     */
    public RedisSettings withRetention(Duration retention) {
        return new RedisSettings(prefix, timeout, claimTime, retention, caCertificates);
    }

    /**
     * Trusts the certificates in a file.
     *
     * @param pem a PEM file
     * @return a copy
     */
    public RedisSettings withCaCertificates(Path pem) {
        return new RedisSettings(prefix, timeout, claimTime, retention, Optional.of(pem));
    }

    private static void check(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException("'" + name + "' is from " + StoreAddress.text(least) + " to "
                    + StoreAddress.text(most) + "; this one: " + StoreAddress.text(value));
        }
    }
}
