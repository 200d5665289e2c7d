package io.lockkeeper.idempotency.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that is borrowed for a while: each statement is a transaction of its own, and no answer is waited for without end. */
final class LeaseLoan implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");
    private static final int UNCHANGED = -1;

    private final Connection connection;
    private boolean autoCommit = true;
    private int networkTimeout = UNCHANGED;
    private LeaseDialect.Restoring bounds = () -> {};

    private LeaseLoan(Connection connection) {
        this.connection = connection;
    }

    static LeaseLoan of(DataSource source, LeasePatience patience) throws SQLException {
        LeaseLoan loan = new LeaseLoan(source.getConnection());
        try {
            loan.begin(patience.silenceMillis());
            return loan;
        } catch (SQLException | RuntimeException | Error failure) {
            loan.discard();
            throw failure;
        }
    }

    private void begin(int silenceMillis) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            if (before == 0 || before > silenceMillis) {
                connection.setNetworkTimeout(Runnable::run, silenceMillis);
                networkTimeout = before;
            }
        } catch (SQLFeatureNotSupportedException | AbstractMethodError unbounded) {
            LOG.debug("The driver knows no bound for a silent network", unbounded);
        }
        autoCommit = connection.getAutoCommit();
        if (!autoCommit) {
            connection.setAutoCommit(true);
        }
    }

    /** Has something else restored at the end. */
    void bound(LeaseDialect.Restoring newBounds) {
        bounds = newBounds;
    }

    Connection connection() {
        return connection;
    }

    /** Closes the connection, so that a pool does not lend it again. */
    void discard() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | AbstractMethodError failure) {
            LOG.debug("A connection could not be aborted", failure);
        }
    }

    /** Gives the connection back as it came. What was done is known and must not look otherwise. */
    @Override
    public void close() {
        try (connection) {
            if (!connection.isClosed()) {
                bounds.restore();
                if (networkTimeout != UNCHANGED) {
                    connection.setNetworkTimeout(Runnable::run, networkTimeout);
                }
                if (!autoCommit) {
                    connection.setAutoCommit(false);
                }
            }
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("A connection could not be given back as it was", failure);
            discard();
        }
    }
}
