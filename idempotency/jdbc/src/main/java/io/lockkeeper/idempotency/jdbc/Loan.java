package io.lockkeeper.idempotency.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that is borrowed for one transaction, and given back as it was lent. One that fails is closed for good. */
final class Loan {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private final Connection connection;
    private final boolean autoCommit;

    private Loan(Connection connection, boolean autoCommit) {
        this.connection = connection;
        this.autoCommit = autoCommit;
    }

    /** Borrows a connection, with a transaction about to begin. */
    static Loan of(DataSource source) throws SQLException {
        Connection connection = source.getConnection();
        try {
            boolean autoCommit = connection.getAutoCommit();
            if (autoCommit) {
                connection.setAutoCommit(false);
            }
            return new Loan(connection, autoCommit);
        } catch (SQLException | RuntimeException | Error failure) {
            discard(connection);
            throw failure;
        }
    }

    Connection connection() {
        return connection;
    }

    /** Commits, and gives the connection back; it stays borrowed if that fails. */
    void commit() throws SQLException {
        connection.commit();
        giveBack();
    }

    /** Rolls back, and gives the connection back. Where that fails the database rolls back, for the connection is closed. */
    void rollback() {
        try {
            connection.rollback();
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("A rollback failed; the connection is closed", failure);
            discard();
            return;
        }
        giveBack();
    }

    private void giveBack() {
        try {
            if (autoCommit) {
                connection.setAutoCommit(true);
            }
            connection.close();
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("A connection could not be given back; it is closed", failure);
            discard();
        }
    }

    /** Closes the connection, so that a pool does not lend it again. */
    void discard() {
        discard(connection);
    }

    private static void discard(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | AbstractMethodError failure) {
            LOG.debug("A connection could not be aborted", failure);
        }
        try {
            connection.close();
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("A connection could not be closed", failure);
        }
    }
}
