package io.lockkeeper.optimistic;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Connections that are borrowed for a transaction, or for statements that are one each. Thread-safe. */
final class OwnTransaction {

    private OwnTransaction() {}

    /** Runs work in one transaction: all of it is done, or none. */
    static <R> R run(DataSource source, Work<R> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean before = switchTo(false, connection);
            R result;
            try {
                result = work.on(connection);
                connection.commit();
            } catch (Throwable failure) {
                // Also a checked exception that is not declared: Kotlin, for one, allows that.
                rollBack(before, connection, failure);
                throw failure;
            }
            restore(before, connection);
            return result;
        }
    }

    /** Runs work whose statements are a transaction each. */
    static <R> R eachStatement(DataSource source, Work<R> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean before = switchTo(true, connection);
            try {
                return work.on(connection);
            } finally {
                restore(before, connection);
            }
        }
    }

    private static boolean switchTo(boolean autoCommit, Connection connection) throws SQLException {
        boolean before = connection.getAutoCommit();
        if (before != autoCommit) {
            connection.setAutoCommit(autoCommit);
        }
        return before;
    }

    /** For sources that do not do it themselves when a connection comes back. */
    private static void restore(boolean before, Connection connection) {
        try {
            switchTo(before, connection);
        } catch (SQLException broken) {
            // What became of the work is known and must not look otherwise; who uses the connection next is told.
        }
    }

    /** Leaves the mode as it is if that fails: to change it would commit. */
    private static void rollBack(boolean before, Connection connection, Throwable failure) {
        try {
            connection.rollback();
            restore(before, connection);
        } catch (SQLException broken) {
            failure.addSuppressed(broken);
        }
    }
}
