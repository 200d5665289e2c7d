package io.lockkeeper.idempotency.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** MariaDB, 10.6 or later. */
class MariaDb implements Dialect {

    private static final int CHANGED_SINCE_READ = 1020;
    private static final int LOCK_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;

    @Override
    public String title() {
        return "MariaDB";
    }

    @Override
    public String scheme() {
        return "mariadb";
    }

    /** In UTC: local time has an hour twice in autumn. */
    @Override
    public String now() {
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
    }

    /**
     * A claim of a key that is finished locks its row for a moment, so that another one finds it locked: therefore what is committed
     * is looked at, too, before the key is said to be in flight. At SERIALIZABLE that look finds it locked as well.
     */
    @Override
    public ClaimReply claim(Connection connection, Sql sql, Mark mark) throws SQLException {
        try {
            return attempt(connection, sql, mark);
        } catch (SQLException failure) {
            if (failure.getErrorCode() != LOCK_TIMEOUT || undoesAllAfterTimeout(connection)) {
                throw failure;
            }
        }
        if (connection.getTransactionIsolation() == Connection.TRANSACTION_READ_UNCOMMITTED) {
            // A look would see an outcome that is not committed.
            return ClaimReply.BUSY;
        }
        try {
            ClaimReply seen = Table.seen(connection, unwaiting(sql.text("seen"), mark), this, mark.key());
            return seen instanceof ClaimReply.Seen there && there.row().isFinished() ? seen : ClaimReply.BUSY;
        } catch (SQLException failure) {
            if (failure.getErrorCode() != LOCK_TIMEOUT) {
                throw failure;
            }
            return ClaimReply.BUSY;
        }
    }

    /** Above READ COMMITTED the gaps between the records are locked, too: keys that are free would be taken for in flight. */
    @Override
    public void beforePurge(Connection connection) throws SQLException {
        try (Statement level = connection.createStatement()) {
            level.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
        }
    }

    /** A statement that waits for no row. */
    String unwaiting(String statement, Mark mark) {
        return "SET STATEMENT innodb_lock_wait_timeout = 0, max_statement_time = " + mark.patienceSeconds() + " FOR "
                + statement;
    }

    ClaimReply attempt(Connection connection, Sql sql, Mark mark) throws SQLException {
        try (PreparedStatement claim = connection.prepareStatement(unwaiting(sql.text("claim"), mark))) {
            int next = mark.set(claim, this);
            Mark.setRetention(claim, next, mark.retention());
            Mark.setRetention(claim, next + 1, mark.retention());
            try (ResultSet answer = claim.executeQuery()) {
                if (!answer.next()) {
                    return ClaimReply.UNSEEN;
                }
                Row row = Row.read(answer);
                return row.attempt().owner().equals(mark.owner())
                        ? new ClaimReply.Made(row.attempt().token())
                        : new ClaimReply.Seen(row);
            }
        }
    }

    /** An option of the server: else only the statement is undone. */
    private static boolean undoesAllAfterTimeout(Connection connection) throws SQLException {
        try (PreparedStatement option = connection.prepareStatement("SELECT @@GLOBAL.innodb_rollback_on_timeout");
                ResultSet answer = option.executeQuery()) {
            return answer.next() && answer.getInt(1) != 0;
        }
    }

    @Override
    public boolean locksWhatItSees() {
        return true;
    }

    @Override
    public boolean isUndone(SQLException failure) {
        return failure.getErrorCode() == DEADLOCK
                || failure.getErrorCode() == CHANGED_SINCE_READ
                || failure.getErrorCode() == LOCK_TIMEOUT;
    }

    @Override
    public boolean isBusy(SQLException failure) {
        return failure.getErrorCode() == LOCK_TIMEOUT;
    }
}
