package io.lockkeeper.jdbc;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The last look before a commit: makes sure that a transaction ends before the lock that protects it has another holder.
 *
 * <p>A lease can end while its holder is paused between its last look at the lease and its commit. A check inside the
 * transaction, on the database that also keeps the lock, closes that gap: it writes the lock's row if the lease holds it.
 * Either somebody else does, and the transaction must not be committed; or nobody else can before this transaction has
 * ended, however long that takes. So no commit of a holder comes after the grant of its successor.
 *
 * <pre>{@code
 * connection.setAutoCommit(false);
 * … statements under the lock …
 * check.inTransaction(connection, lease);
 * connection.commit();
 * }</pre>
 *
 * <p>It belongs at the end: from then on until the transaction's own end others that want the lock wait for its row, and
 * so does a renewal of this lease. Immutable and safe for use by many threads.
 */
public final class LeaseCheck {

    private final TransactionSql sql;

    private LeaseCheck(JdbcSettings settings) {
        sql = new TransactionSql(settings);
    }

    /**
     * A check of locks in the default table.
     *
     * @return the check
     */
    public static LeaseCheck create() {
        return with(JdbcSettings.defaults());
    }

    /**
     * A check of locks in a table of another name or schema.
     *
     * @param settings those of the store that keeps the locks
     * @return the check
     */
    public static LeaseCheck with(JdbcSettings settings) {
        return new LeaseCheck(settings);
    }

    /**
     * Returns if the lease is the lock's current one and will be until the transaction ends.
     *
     * @param connection one with an open transaction, on the database that keeps the lock
     * @param lease the lease under which the transaction's work was done
     * @throws LeaseLostException if the lock has or may have another holder: roll back
     * @throws io.lockkeeper.NotHeldException if the lease was closed: roll back
     * @throws IllegalStateException if the connection commits each statement by itself, so that there is nothing to check
     * @throws SQLException what the database says; for PostgreSQL above READ COMMITTED, and for MariaDB above it with
     *     {@code innodb_snapshot_isolation} (on from 11.6 on), that the row was changed if the lease was renewed since the
     *     transaction began to read: roll back and do it again
     */
    public void inTransaction(Connection connection, Lease lease) throws SQLException {
        lease.ensureHeld();
        Dialect dialect = TransactionSql.dialect(connection, "A lease is checked inside of a transaction");
        try (PreparedStatement check = sql.prepare(connection, dialect, "check")) {
            dialect.setName(check, 1, LockName.of(lease.name()).key());
            check.setLong(2, lease.token());
            check.setLong(3, lease.token());
            if (check.executeUpdate() != 1) {
                throw new LeaseLostException(
                        new LeaseLoss(lease.name(), lease.token(), LeaseLoss.Reason.GONE, Instant.now()));
            }
        }
    }
}
