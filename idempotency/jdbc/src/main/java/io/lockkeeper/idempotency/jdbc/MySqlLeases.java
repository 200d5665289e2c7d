package io.lockkeeper.idempotency.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import java.util.Set;

/** Leases in MySQL, which has no RETURNING. */
final class MySqlLeases extends LookedLeases {

    /** In vain after the time, or at once. */
    private static final Set<Integer> LOCKED = Set.of(1205, 3572);

    private static final int DUPLICATE_KEY = 1062;

    @Override
    OptionalLong token(PreparedStatement statement) throws SQLException {
        if (statement.executeUpdate() == 0) {
            return OptionalLong.empty();
        }
        try (ResultSet answer = statement.getGeneratedKeys()) {
            if (!answer.next()) {
                throw new IllegalStateException("MySQL's driver does not tell the token");
            }
            return OptionalLong.of(answer.getLong(1));
        }
    }

    @Override
    boolean isDuplicate(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_KEY;
    }

    @Override
    public boolean isLocked(SQLException failure) {
        return LOCKED.contains(failure.getErrorCode());
    }

    /** A session waits for rows for a second at least. Hints in statements do not bound it. */
    @Override
    public Restoring begin(Connection connection, LeasePatience patience) throws SQLException {
        set(connection, "@lockkeeper_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = 1");
        return () -> set(connection, "SESSION innodb_lock_wait_timeout = @lockkeeper_wait");
    }

    private static void set(Connection connection, String assignments) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET " + assignments);
        }
    }
}
