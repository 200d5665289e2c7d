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
    private final int patience;
    private boolean commitsItself = true;
    private int networkTimeout = UNCHANGED;

    private Loan(Connection connection, int patience) {
        this.connection = connection;
        this.patience = patience;
    }

    /**
     * Prepares a connection.
     *
     * @param patience how long a statement may take, in seconds; 0 if the database sees to that
     * @param silence how long to wait for a silent network, in milliseconds
     */
    static Loan of(Connection connection, int patience, int silence) throws SQLException {
        Loan loan = new Loan(connection, patience);
        try {
            loan.begin(silence);
            return loan;
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }

    private void begin(int silence) throws SQLException {
        commitsItself = connection.getAutoCommit();
        if (!commitsItself) {
            connection.setAutoCommit(true);
        }
        int before = connection.getNetworkTimeout();
        if (before == 0 || before > silence) {
            connection.setNetworkTimeout(Runnable::run, silence);
            networkTimeout = before;
        }
    }

    Connection connection() {
        return connection;
    }

    PreparedStatement prepare(String text) throws SQLException {
        return bounded(connection.prepareStatement(text));
    }

    /** Prepares a statement that answers with a number that it generated. */
    PreparedStatement prepareForKey(String text) throws SQLException {
        return bounded(connection.prepareStatement(text, Statement.RETURN_GENERATED_KEYS));
    }

    private PreparedStatement bounded(PreparedStatement statement) throws SQLException {
        if (patience > 0) {
            statement.setQueryTimeout(patience);
        }
        return statement;
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            if (networkTimeout != UNCHANGED) {
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
            }
            if (!commitsItself) {
                connection.setAutoCommit(false);
            }
        }
    }
}
