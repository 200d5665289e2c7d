package io.lockkeeper.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a store uses its Redis, beside where that is.
 *
 * @param prefix what all keys and channels begin with, before the format's own {@code lk1:}; may be empty
 * @param timing how long things take
 * @param sockets how many connections at most are opened for callers that wait for replies themselves, beside the one
 *     that all share; 0 to 1000
 * @param caCertificates a PEM file with the certificates to trust instead of Java's own; for TLS
 */
public record RedisSettings(String prefix, RedisTiming timing, int sockets, Optional<Path> caCertificates) {

    private static final RedisSettings DEFAULTS = new RedisSettings(
            "",
            new RedisTiming(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofMinutes(1)),
            32,
            Optional.empty());

    /** Checks the bounds. */
    public RedisSettings {
        if (prefix.length() > 100 || !prefix.matches("[^{}\\p{Cntrl}]*")) {
            throw new IllegalArgumentException("A key prefix has at most 100 characters, without braces and control"
                    + " characters; this one: '" + prefix.replaceAll("\\p{Cntrl}", "?") + "'");
        }
        if (sockets < 0 || sockets > 1_000) {
            throw new IllegalArgumentException("'sockets' must be between 0 and 1000, not " + sockets);
        }
    }

    /**
     * No prefix, 2 s for each reply, a claim time of 2 s, a retention of 1 min, 32 sockets, Java's own trusted
     * certificates.
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
        return new RedisSettings(prefix, timing, sockets, caCertificates);
    }

    /**
     * Sets the timeout.
     *
     * @param timeout 50 ms to 30 s
     * @return a copy
     */
    public RedisSettings withTimeout(Duration timeout) {
        return withTiming(new RedisTiming(timeout, timing.claimTime(), timing.retention()));
    }

    /**
     * Sets the claim time.
     *
     * @param claimTime 50 ms to 10 s
     * @return a copy
     */
    public RedisSettings withClaimTime(Duration claimTime) {
        return withTiming(new RedisTiming(timing.timeout(), claimTime, timing.retention()));
    }

    /**
     * Sets the retention.
     *
     * @param retention 10 s to 365 days
     * @return a copy
     */
    public RedisSettings withRetention(Duration retention) {
        return withTiming(new RedisTiming(timing.timeout(), timing.claimTime(), retention));
    }

    /**
     * Sets how many connections are opened for callers that wait for replies themselves.
     *
     * @param sockets 0 for none, at most 1000
     * @return a copy
     */
    public RedisSettings withSockets(int sockets) {
        return new RedisSettings(prefix, timing, sockets, caCertificates);
    }

    /**
     * Trusts the certificates in a file.
     *
     * @param pem a PEM file
     * @return a copy
     */
    public RedisSettings withCaCertificates(Path pem) {
        return new RedisSettings(prefix, timing, sockets, Optional.of(pem));
    }

    private RedisSettings withTiming(RedisTiming changed) {
        return new RedisSettings(prefix, changed, sockets, caCertificates);
    }
}
