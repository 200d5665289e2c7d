package io.lockkeeper.jdbc;

import io.lockkeeper.DeadlockException;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.StoreUnavailableException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A lock that is a row of the database, locked by an open transaction: for work that is itself one transaction there.
 *
 * <p>The database keeps it, makes others wait, and frees it when the transaction ends, whichever way, or when the
 * connection breaks. So there is no lease and no token: what a holder that was cut off had written is undone with its lock.
 * It needs the connection for as long as it is held.
 *
 * <pre>{@code
 * connection.setAutoCommit(false);
 * rows.lock(connection, "stock:42", Duration.ofSeconds(2));
 * … statements under the lock …
 * connection.commit();
 * }</pre>
 *
 * <p>Take it before the first read: on MariaDB and MySQL above READ COMMITTED, later reads see the data as the first one
 * did. PostgreSQL above READ COMMITTED and H2 above REPEATABLE READ see what there was before, and are refused.
 *
 * <p>Its table is made by a {@link JdbcStore} with the same settings. Immutable and safe for use by many threads.
 */
public final class RowLock {

    private final TransactionSql sql;

    private RowLock(JdbcSettings settings) {
        sql = new TransactionSql(settings);
    }

    /**
     * Locks in the default table.
     *
     * @return the locks
     */
    public static RowLock create() {
        return with(JdbcSettings.defaults());
    }

    /**
     * Locks in a table of another name or schema.
     *
     * @param settings those of the store that made the table
     * @return the locks
     */
    public static RowLock with(JdbcSettings settings) {
        return new RowLock(settings);
    }

    /**
     * Locks a name until the transaction ends. A transaction that has it already has it at once.
     *
     * @param connection one with an open transaction
     * @param name the lock's name
     * @param maxWait how long to wait for another transaction, 24 days at most; MariaDB and MySQL count in whole seconds, rounded up
     * @throws LockTimeoutException if another transaction had it all the time: roll back
     * @throws DeadlockException if two transactions waited for each other: roll back, and do it again; H2 does not see it
     *     and lets both wait
     * @throws StoreUnavailableException if the connection broke: nothing of the transaction was kept
     * @throws IllegalStateException if the connection commits each statement by itself, and would free the lock at once; on
     *     PostgreSQL above READ COMMITTED, or on H2 above REPEATABLE READ, where the transaction would see the data as it was
     *     before it had the lock, or fail
     */
    public void lock(Connection connection, String name, Duration maxWait) {
        SqlFailures failures = new SqlFailures("The database");
        long began = System.nanoTime();
        try {
            Dialect dialect = TransactionSql.dialect(connection, "A row is locked by a transaction");
            refuseStaleView(dialect, connection);
            try (LockWait wait = dialect.waitAtMost(connection, LockWait.countable(maxWait))) {
                take(connection, dialect, name);
                wait.ended();
            } catch (SQLException failure) {
                throw understood(failure, dialect, failures, name, Duration.ofNanos(System.nanoTime() - began));
            }
        } catch (SQLException failure) {
            throw failures.sent(failure);
        }
    }

    private static void refuseStaleView(Dialect dialect, Connection connection) throws SQLException {
        if (connection.getTransactionIsolation() > dialect.highestForRowLocks()) {
            throw new IllegalStateException("On " + dialect.title()
                    + ", a lock that is waited for in a transaction needs a lower isolation level: at this one the"
                    + " transaction sees what there was before it had the lock, or fails. Call"
                    + " setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED) first.");
        }
    }

    private void take(Connection connection, Dialect dialect, String name) throws SQLException {
        try (PreparedStatement take = sql.prepare(connection, dialect, "lock_row")) {
            dialect.setName(take, 1, LockName.of(name).key());
            take.executeUpdate();
        }
    }

    private static RuntimeException understood(
            SQLException failure, Dialect dialect, SqlFailures failures, String name, Duration waited) {
        if (dialect.isLockTimeout(failure)) {
            LockTimeoutException timeout = new LockTimeoutException(name, waited, null);
            timeout.addSuppressed(failure);
            return timeout;
        }
        return dialect.isUndone(failure) ? new DeadlockException(name, failure) : failures.sent(failure);
    }
}
