package io.lockkeeper.idempotency.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * MySQL, 8.0.20 or later: as MariaDB, but without RETURNING. An insertion waits for a row for a second at least, by a setting of the
 * session, which is restored after each claim.
 */
final class MySql extends MariaDb {

    @Override
    public String title() {
        return "MySQL";
    }

    @Override
    public String scheme() {
        return "mysql";
    }

    @Override
    public List<String> folders() {
        return List.of("mysql", "mariadb");
    }

    @Override
    public String ddl() {
        return "mariadb";
    }

    @Override
    public ClaimReply claim(Connection connection, Sql sql, Mark mark) throws SQLException {
        ClaimReply reply;
        set(connection, "@lockkeeper_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = 1");
        try {
            reply = super.claim(connection, sql, mark);
        } catch (SQLException failure) {
            try {
                restore(connection);
            } catch (SQLException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
        restore(connection);
        return reply;
    }

    private static void restore(Connection connection) throws SQLException {
        set(connection, "SESSION innodb_lock_wait_timeout = @lockkeeper_wait");
    }

    private static void set(Connection connection, String assignments) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET " + assignments);
        }
    }

    @Override
    String unwaiting(String statement, Mark mark) {
        return statement;
    }

    @Override
    ClaimReply attempt(Connection connection, Sql sql, Mark mark) throws SQLException {
        try (PreparedStatement claim =
                connection.prepareStatement(sql.text("claim"), Statement.RETURN_GENERATED_KEYS)) {
            claim.setQueryTimeout(mark.patienceSeconds());
            int next = mark.set(claim, this);
            Mark.setRetention(claim, next, mark.retention());
            Mark.setRetention(claim, next + 1, mark.retention());
            claim.executeUpdate();
            try (ResultSet answer = claim.getGeneratedKeys()) {
                long token = answer.next() ? answer.getLong(1) : 0;
                if (token != 0) {
                    return new ClaimReply.Made(token);
                }
            }
        }
        return Table.seen(connection, sql.text("look"), this, mark.key());
    }
}
