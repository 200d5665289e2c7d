package io.lockkeeper.idempotency.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * H2, 2.3 or later, embedded or a server. Its time stands still within a transaction, so a mark in somebody else's transaction is
 * as old as that.
 */
final class H2 implements Dialect {

    private static final int LOCK_TIMEOUT = 50200;
    private static final int DEADLOCK = 40001;
    private static final int CONCURRENT_UPDATE = 90131;
    private static final int DUPLICATE_KEY = 23505;
    private static final int TABLE_EXISTS = 42101;
    private static final int INDEX_EXISTS = 42111;

    @Override
    public String title() {
        return "H2";
    }

    @Override
    public String scheme() {
        return "h2";
    }

    /** DATEDIFF would count the session's local time, which jumps. */
    @Override
    public String now() {
        return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)";
    }

    @Override
    public String index(String schema, String name) {
        return schema + name;
    }

    @Override
    public ClaimReply claim(Connection connection, Sql sql, Mark mark) throws SQLException {
        int before = lockTimeout(connection);
        setLockTimeout(connection, 1);
        try {
            return lookAndClaim(connection, sql, mark);
        } catch (SQLException failure) {
            if (failure.getErrorCode() == LOCK_TIMEOUT) {
                return ClaimReply.BUSY;
            }
            if (failure.getErrorCode() == DUPLICATE_KEY) {
                return ClaimReply.UNSEEN;
            }
            throw failure;
        } finally {
            setLockTimeout(connection, before);
        }
    }

    /** It looks first: MERGE would lock a row that it then leaves alone. */
    private ClaimReply lookAndClaim(Connection connection, Sql sql, Mark mark) throws SQLException {
        boolean dirty = connection.getTransactionIsolation() == Connection.TRANSACTION_READ_UNCOMMITTED;
        ClaimReply seen = Table.seen(connection, sql.text("seen") + (dirty ? " FOR UPDATE" : ""), this, mark.key());
        if (seen instanceof ClaimReply.Seen) {
            return seen;
        }
        try (PreparedStatement claim = connection.prepareStatement(sql.text("claim"))) {
            int next = mark.set(claim, this);
            Mark.setRetention(claim, next, mark.retention());
            try (ResultSet made = claim.executeQuery()) {
                return made.next() ? new ClaimReply.Made(made.getLong(1)) : ClaimReply.UNSEEN;
            }
        }
    }

    private static int lockTimeout(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SELECT LOCK_TIMEOUT()")) {
            answer.next();
            return answer.getInt(1);
        }
    }

    private static void setLockTimeout(Connection connection, int millis) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCK_TIMEOUT " + millis);
        }
    }

    @Override
    public boolean isUndone(SQLException failure) {
        return failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == CONCURRENT_UPDATE;
    }

    /** A table or an index; it asks whether there is one, but not at the same moment. */
    @Override
    public boolean isMadeTwice(SQLException failure) {
        return failure.getErrorCode() == TABLE_EXISTS
                || failure.getErrorCode() == INDEX_EXISTS
                || String.valueOf(failure.getMessage()).contains("object already exists");
    }
}
