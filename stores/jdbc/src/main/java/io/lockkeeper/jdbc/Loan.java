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
    private boolean commitsItself = true;
    private int networkTimeout = UNCHANGED;
    private int queryTimeout = UNCHANGED;

    private Loan(Connection connection, Connections from) {
        this.connection = connection;
        this.from = from;
    }

    /** Prepares a connection. */
    static Loan of(Connection connection, Connections from) throws SQLException {
        Loan loan = new Loan(connection, from);
        try {
            loan.begin();
            return loan;
        } catch (Throwable failure) {
            loan.close();
            throw failure;
        }
    }

    private void begin() throws SQLException {
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
            bound(statement, seconds);
        }
        return statement;
    }

    /** H2 keeps the bound for its session, not for the statement. */
    private void bound(Statement statement, int seconds) throws SQLException {
        if (queryTimeout == UNCHANGED) {
            queryTimeout = statement.getQueryTimeout();
        }
        statement.setQueryTimeout(seconds);
    }

    /** What was done is known and must not look otherwise; that a connection is broken its pool finds out. */
    @Override
    public void close() {
        try (connection) {
            if (queryTimeout != UNCHANGED) {
                try (Statement statement = connection.createStatement()) {
                    statement.setQueryTimeout(queryTimeout);
                }
            }
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
