package io.lockkeeper.idempotency.dedupe;

import java.sql.Connection;
import java.sql.SQLException;

/** Deletes expired marks in batches, each of which is a statement and a transaction. */
final class Purge {

    private Purge() {}

    /** Leaves the connection as it was. */
    static long run(Connection connection, Catalogue.Checked table, int batch, int batches) throws SQLException {
        boolean eachStatementCommits = connection.getAutoCommit();
        int isolation = connection.getTransactionIsolation();
        connection.setAutoCommit(true);
        // At higher levels MariaDB and MySQL lock the gaps between the marks, too, and insertions would wait.
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        try {
            return batches(connection, table, batch, batches);
        } finally {
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(eachStatementCommits);
        }
    }

    private static long batches(Connection connection, Catalogue.Checked table, int batch, int batches)
            throws SQLException {
        String statement = table.statements().purge(batch);
        long deleted = 0;
        long reached = 0;
        for (int number = 0; number < batches; number++) {
            Dialect.Purged purged = once(connection, table.dialect(), statement, reached);
            deleted += purged.marks();
            reached = purged.reached();
            if (purged.marks() < batch) {
                break;
            }
        }
        return deleted;
    }

    /** A batch that met a deadlock is left to the next call. */
    private static Dialect.Purged once(Connection connection, Dialect dialect, String statement, long from)
            throws SQLException {
        try {
            return dialect.purge(connection, statement, from);
        } catch (SQLException failure) {
            if (dialect.isUndone(failure)) {
                return new Dialect.Purged(0, from);
            }
            throw failure;
        }
    }
}
