package io.lockkeeper.idempotency.dedupe;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** MySQL: MariaDB's statements, but for the bound on the wait, which is the session's. */
final class MySql extends MariaDb {

    @Override
    String bytewise() {
        return "utf8mb4_0900_bin";
    }

    @Override
    public DedupeOutcome first(Connection connection, Mark mark) throws SQLException {
        if (mark.maxWait().isEmpty()) {
            return super.first(connection, mark);
        }
        long before = waitOf(connection);
        setWait(connection, Math.max(1, seconds(mark.maxWait().get())));
        DedupeOutcome outcome;
        try {
            outcome = super.first(connection, mark);
        } catch (SQLException failure) {
            restoreAfter(failure, connection, before);
            throw failure;
        }
        setWait(connection, before);
        return outcome;
    }

    @Override
    String bounded(String statement, Duration time) {
        return statement;
    }

    private static void restoreAfter(SQLException failure, Connection connection, long before) {
        try {
            setWait(connection, before);
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }

    private static long waitOf(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SELECT @@SESSION.innodb_lock_wait_timeout")) {
            answer.next();
            return answer.getLong(1);
        }
    }

    private static void setWait(Connection connection, long seconds) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION innodb_lock_wait_timeout = " + seconds);
        }
    }
}
