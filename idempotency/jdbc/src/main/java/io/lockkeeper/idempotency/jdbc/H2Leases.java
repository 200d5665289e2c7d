package io.lockkeeper.idempotency.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/** Leases in H2. */
final class H2Leases extends LookedLeases {

    private static final int LOCK_TIMEOUT = 50200;
    private static final int DUPLICATE_KEY = 23505;

    @Override
    OptionalLong token(PreparedStatement statement) throws SQLException {
        try (ResultSet made = statement.executeQuery()) {
            return made.next() ? OptionalLong.of(made.getLong(1)) : OptionalLong.empty();
        }
    }

    @Override
    boolean isDuplicate(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_KEY;
    }

    @Override
    public boolean isLocked(SQLException failure) {
        return failure.getErrorCode() == LOCK_TIMEOUT;
    }

    /** H2 keeps a bound for its session, not for the statement: its own for waiting for rows is the one that counts. */
    @Override
    public void bound(PreparedStatement statement, LeasePatience patience) {}

    /** What a look sees must be committed. */
    @Override
    public Restoring begin(Connection connection, LeasePatience patience) throws SQLException {
        int before;
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SELECT LOCK_TIMEOUT()")) {
            answer.next();
            before = answer.getInt(1);
        }
        setLockTimeout(connection, Math.min(before, patience.rowMillis()));
        int isolation = connection.getTransactionIsolation();
        boolean dirty = isolation == Connection.TRANSACTION_READ_UNCOMMITTED;
        if (dirty) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        return () -> {
            setLockTimeout(connection, before);
            if (dirty) {
                connection.setTransactionIsolation(isolation);
            }
        };
    }

    private static void setLockTimeout(Connection connection, long millis) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCK_TIMEOUT " + millis);
        }
    }
}
