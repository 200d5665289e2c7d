package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.idempotency.IdempotencyKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * How often messages failed. A failure is counted in a transaction of its own, after that of the attempt was rolled back; the count is
 * deleted in the transaction of the attempt that succeeds. By the database's clock a count is kept as long as a mark.
 */
final class FailedAttempts {

    private static final long FOR_EVER = 1L << 62;

    private final DataSource source;
    private final Sql sql;
    private final long retention;

    FailedAttempts(DataSource source, Sql sql, InboxSettings settings) {
        this.source = source;
        this.sql = sql;
        this.retention =
                settings.retention().duration().map(FailedAttempts::micros).orElse(FOR_EVER);
    }

    private static long micros(Duration kept) {
        return kept.toSeconds() * 1_000_000 + kept.toNanosPart() / 1_000;
    }

    /** How often a message failed, as its transaction sees it. */
    int count(Connection connection, IdempotencyKey key) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(sql.text("count_failures"))) {
            setKey(ask, 1, key);
            try (ResultSet row = ask.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    /** Forgets the failures of a message, with the transaction that handled it. */
    void forget(Connection connection, IdempotencyKey key) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(sql.text("forget_failures"))) {
            setKey(delete, 1, key);
            delete.executeUpdate();
        }
    }

    /** Counts one more failure, and returns how many there are. */
    int add(IdempotencyKey key) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                if (!addToRow(connection, key) && !insert(connection, key)) {
                    addToRow(connection, key);
                }
                return count(connection, key);
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        }
    }

    private boolean addToRow(Connection connection, IdempotencyKey key) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.text("add_failure"))) {
            update.setLong(1, retention);
            setKey(update, 2, key);
            return update.executeUpdate() == 1;
        }
    }

    /** Each statement is a transaction, so PostgreSQL goes on after a duplicate key. */
    private boolean insert(Connection connection, IdempotencyKey key) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql.text("first_failure"))) {
            setKey(insert, 1, key);
            insert.setLong(3, retention);
            insert.executeUpdate();
            return true;
        } catch (SQLException failure) {
            if (failure instanceof SQLIntegrityConstraintViolationException
                    || String.valueOf(failure.getSQLState()).startsWith("23")) {
                return false;
            }
            throw failure;
        }
    }

    /** Deletes counts whose retention is over. */
    int purge() throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement delete = connection.prepareStatement(sql.text("purge_failures"))) {
            int purged = delete.executeUpdate();
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            return purged;
        }
    }

    private static void setKey(PreparedStatement statement, int index, IdempotencyKey key) throws SQLException {
        statement.setBytes(index, key.scope().getBytes(UTF_8));
        statement.setBytes(index + 1, key.id().getBytes(UTF_8));
    }
}
