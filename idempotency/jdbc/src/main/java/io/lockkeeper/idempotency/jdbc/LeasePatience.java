package io.lockkeeper.idempotency.jdbc;

import java.time.Duration;

/**
 * How long a statement of the leased mode may take.
 *
 * @param rowMillis waiting for a row that somebody has locked
 * @param seconds in all
 * @param silenceMillis waiting for a network that is silent: longer than for the database
 */
record LeasePatience(long rowMillis, int seconds, int silenceMillis) {

    private static final long LONGEST_ROW_MILLIS = 1_000;
    private static final int NETWORK_MILLIS = 1_000;

    static LeasePatience of(Duration timeout) {
        int seconds = (int) Math.max(1, timeout.toSeconds());
        return new LeasePatience(
                Math.max(1, Math.min(LONGEST_ROW_MILLIS, timeout.toMillis() / 2)),
                seconds,
                (int) Math.max(timeout.toMillis(), seconds * 1_000L) + NETWORK_MILLIS);
    }
}
