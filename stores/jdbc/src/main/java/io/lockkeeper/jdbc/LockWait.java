package io.lockkeeper.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A bound on how long a connection waits for rows, and what it was before. */
final class LockWait implements AutoCloseable {

    /** Databases count milliseconds in 32 bits. */
    private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);

    private final Connection connection;
    private final String restore;
    private boolean succeeded;

    /** Bounds the waits of a connection until this is closed. */
    LockWait(Connection connection, String bound, String restore) throws SQLException {
        this.connection = connection;
        this.restore = restore;
        Command.execute(connection, bound);
    }

    /** A wait that every database can count: not less than none, and 24 days at most. */
    static Duration countable(Duration wait) {
        Duration bounded = wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
        return bounded.isNegative() ? Duration.ZERO : bounded;
    }

    /** Nothing failed, so the transaction goes on. */
    void ended() {
        succeeded = true;
    }

    /** A transaction that failed takes no statement but its rollback, which undoes the bound where it belongs to it. */
    @Override
    public void close() throws SQLException {
        try {
            Command.execute(connection, restore);
        } catch (SQLException refused) {
            if (succeeded) {
                throw refused;
            }
        }
    }
}
