package io.lockkeeper.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A connection of a pool, for a while: each statement is a transaction of its own, and the wait for an answer is bounded. It
 * goes back as it came.
 */
final class Loan implements AutoCloseable {

    private static final int UNCHANGED = -1;

    private final Connection connection;
    private final Connections from;
    private final boolean commitsItself;
    private int networkTimeout = UNCHANGED;

    /** Prepares a connection. */
    Loan(Connection connection, Connections from) throws SQLException {
        this.connection = connection;
        this.from = from;
        int silence = from.patience().silenceMillis();
        int before = connection.getNetworkTimeout();
        if (before == 0 || before > silence) {
            connection.setNetworkTimeout(Runnable::run, silence);
            networkTimeout = before;
        }
        commitsItself = connection.getAutoCommit();
        if (!commitsItself) {
            connection.setAutoCommit(true);
        }
        if (from.own() != null) {
            from.own().prepare(connection);
        }
    }

    Connection connection() {
        return connection;
    }

    PreparedStatement prepare(String text) throws SQLException {
        return prepare(text, Statement.NO_GENERATED_KEYS);
    }

    /** Prepares a statement that answers with a number that it generated. */
    PreparedStatement prepareForKey(String text) throws SQLException {
        return prepare(text, Statement.RETURN_GENERATED_KEYS);
    }

    private PreparedStatement prepare(String text, int keys) throws SQLException {
        int seconds = from.patience().seconds();
        if (seconds == 0) {
            return from.dialect().shaped(connection.prepareStatement(text, keys), from.shared());
        }
        String bounded = from.dialect().bounded(text, from.patience());
        PreparedStatement statement = from.dialect().shaped(connection.prepareStatement(bounded, keys), from.shared());
        if (bounded.equals(text)) {
            statement.setQueryTimeout(seconds);
        }
        return statement;
    }

    /** What was done is known and must not look otherwise; that a connection is broken its pool finds out. */
    @Override
    public void close() {
        try (connection) {
            if (networkTimeout != UNCHANGED) {
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
            }
            if (!commitsItself) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException | RuntimeException broken) {
            // Whoever uses it next is told.
        }
    }
}
