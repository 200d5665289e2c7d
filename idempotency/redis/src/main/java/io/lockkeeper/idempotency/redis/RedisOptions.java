package io.lockkeeper.idempotency.redis;

import java.time.Duration;

/**
 * How idempotency uses its Redis.
 *
 * @param prefix what all keys and channels begin with, before the format's own {@code li1:}: at most 100 characters, without braces;
 *     may be empty
 * @param timeout how long a request waits for its reply: 50 ms to 30 s
 * @param maxOutcome how large a stored outcome or recovery point is at most, in bytes: 1 KiB to 256 MiB. Of a larger outcome only the
 *     mark is stored, and repeats are told that it is {@linkplain io.lockkeeper.idempotency.Rejection#GONE gone}; a larger recovery point
 *     is refused
 */
public record RedisOptions(String prefix, Duration timeout, int maxOutcome) {

    private static final RedisOptions DEFAULTS = new RedisOptions("", Duration.ofSeconds(2), 8 << 20);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one of them is out of bounds
     */
    public RedisOptions {
        if (prefix.length() > 100 || !prefix.matches("[^{}\\p{Cntrl}]*")) {
            throw new IllegalArgumentException("A key prefix has at most 100 characters, without braces and control"
                    + " characters; this one: '" + prefix.replaceAll("\\p{Cntrl}", "?") + "'");
        }
        if (timeout.compareTo(Duration.ofMillis(50)) < 0 || timeout.compareTo(Duration.ofSeconds(30)) > 0) {
            throw new IllegalArgumentException("The timeout must be between 50 ms and 30 s, not " + timeout);
        }
        if (maxOutcome < 1 << 10 || maxOutcome > 256 << 20) {
            throw new IllegalArgumentException(
                    "The largest outcome must be between 1 KiB and 256 MiB, not " + maxOutcome + " bytes");
        }
    }

    /**
     * Returns the defaults: no prefix, a timeout of 2 s, outcomes of 8 MiB at most.
     *
     * @return the defaults
     */
    public static RedisOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns options with another prefix.
     *
     * @param newPrefix at most 100 characters, without braces
     * @return the new options
     */
    public RedisOptions withPrefix(String newPrefix) {
        return new RedisOptions(newPrefix, timeout, maxOutcome);
    }

    /**
     * Returns options with another timeout.
     *
     * @param newTimeout 50 ms to 30 s
     * @return the new options
     */
    public RedisOptions withTimeout(Duration newTimeout) {
        return new RedisOptions(prefix, newTimeout, maxOutcome);
    }

    /**
     * Returns options with another bound of stored outcomes.
     *
     * @param newMaxOutcome in bytes, 1 KiB to 256 MiB
     * @return the new options
     */
    public RedisOptions withMaxOutcome(int newMaxOutcome) {
        return new RedisOptions(prefix, timeout, newMaxOutcome);
    }
}
