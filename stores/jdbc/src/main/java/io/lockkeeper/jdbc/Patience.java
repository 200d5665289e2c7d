package io.lockkeeper.jdbc;

import java.time.Duration;

/**
 * How long a connection may keep one waiting.
 *
 * @param rowMillis for a row that somebody has locked
 * @param seconds for a statement in all; 0 if its session was made so that it takes no longer
 * @param silenceMillis for a network that is silent: longer than for the database
 */
record Patience(long rowMillis, int seconds, int silenceMillis) {

    /** The database is given the time first, then the network. */
    private static final int NETWORK_MILLIS = 1_000;

    /** Of a store with a timeout, whose sessions are its own or somebody else's. */
    static Patience of(Duration timeout, boolean own) {
        int seconds = (int) Math.max(1, timeout.toSeconds());
        int silence = (int) Math.max(timeout.toMillis(), seconds * 1_000L) + NETWORK_MILLIS;
        return new Patience(timeout.toMillis() / 2, own ? 0 : seconds, silence);
    }
}
