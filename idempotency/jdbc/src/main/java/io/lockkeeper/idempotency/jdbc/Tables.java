package io.lockkeeper.idempotency.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Finds the table at the first use, and creates it if that is asked for. */
final class Tables {

    private final DataSource source;
    private final JdbcIdempotencySettings settings;
    private final ReentrantLock finding = new ReentrantLock();
    private volatile @Nullable Table table;

    Tables(DataSource source, JdbcIdempotencySettings settings) {
        this.source = source;
        this.settings = settings;
    }

    /** The table, which was found before. */
    Table known() {
        Table found = table;
        if (found == null) {
            throw new IllegalStateException("The table was not looked for");
        }
        return found;
    }

    /** Finds the table by a connection of its own. */
    void find() throws InterruptedException {
        if (table != null) {
            return;
        }
        finding.lockInterruptibly();
        try {
            if (table == null) {
                table = make();
            }
        } finally {
            finding.unlock();
        }
    }

    /** Finds the table for a transaction that is open already, with another connection only if it has to be created. */
    void find(Connection open) throws InterruptedException {
        if (table != null) {
            return;
        }
        boolean there;
        Table found;
        try {
            found = Table.of(open, settings);
            Savepoint before = open.setSavepoint();
            there = !settings.createTable() || found.isThere(open);
            open.rollback(before);
            open.releaseSavepoint(before);
        } catch (SQLException failure) {
            throw SqlFailures.unclaimed(failure);
        }
        if (there) {
            table = found;
        } else {
            find();
        }
    }

    /** A table that is there is not created again, so that nobody needs the right to do so. */
    private Table make() throws InterruptedException {
        Connection connection;
        try {
            connection = source.getConnection();
        } catch (SQLException failure) {
            throw SqlFailures.unconnected(failure);
        }
        try (connection) {
            Table found = Table.of(connection, settings);
            if (settings.createTable()) {
                create(found, connection);
            }
            return found;
        } catch (SQLException failure) {
            throw SqlFailures.unclaimed(failure);
        }
    }

    private void create(Table found, Connection connection) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(true);
        try {
            if (!found.isThere(connection)) {
                found.create(connection, settings);
            }
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }
}
