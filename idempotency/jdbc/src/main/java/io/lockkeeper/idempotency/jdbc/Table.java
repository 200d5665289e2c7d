package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The table in one database: the statements of a transaction. */
final class Table {

    private final Dialect dialect;
    private final Sql sql;

    private Table(Dialect dialect, Sql sql) {
        this.dialect = dialect;
        this.sql = sql;
    }

    /** The table as a connection shows it. Whether it is there is not asked. */
    static Table of(Connection connection, JdbcIdempotencySettings settings) throws SQLException {
        Dialect dialect = Dialects.of(connection);
        return new Table(dialect, new Sql(dialect, settings));
    }

    Dialect dialect() {
        return dialect;
    }

    String text(String statement) {
        return sql.text(statement);
    }

    /** Whether the table is there; a transaction is not to be relied on afterwards. */
    boolean isThere(Connection connection) {
        try (Statement probe = connection.createStatement()) {
            probe.executeQuery(sql.text("probe")).close();
            return true;
        } catch (SQLException missing) {
            return false;
        }
    }

    /** Creates the table, on a connection that commits by itself. */
    void create(Connection connection, JdbcIdempotencySettings settings) throws SQLException {
        for (String command : IdempotencyTableScript.statements(dialect, settings)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(command);
            } catch (SQLException failure) {
                if (!dialect.isMadeTwice(failure)) {
                    throw failure;
                }
            }
        }
    }

    ClaimReply claim(Connection connection, Mark mark) throws SQLException {
        return dialect.claim(connection, sql, mark);
    }

    /** Stores the outcome of the attempt that marked the key in this transaction; false if its mark is gone. */
    boolean finish(Connection connection, Mark mark, long token, StoredEnd end) throws SQLException {
        try (PreparedStatement finish = connection.prepareStatement(sql.text("finish"))) {
            finish.setInt(1, Row.number(end.state()));
            finish.setBytes(2, end.outcome());
            Mark.setRetention(finish, 3, end.retention());
            Mark.setRetention(finish, 4, end.retention());
            dialect.setKeyPart(finish, 5, mark.key().scope());
            dialect.setKeyPart(finish, 6, mark.key().id());
            finish.setString(7, mark.owner());
            finish.setLong(8, token);
            return finish.executeUpdate() == 1;
        }
    }

    /** Looks at a key by a statement that takes its two parts. */
    static ClaimReply seen(Connection connection, String statement, Dialect dialect, IdempotencyKey key)
            throws SQLException {
        try (PreparedStatement look = connection.prepareStatement(statement)) {
            dialect.setKeyPart(look, 1, key.scope());
            dialect.setKeyPart(look, 2, key.id());
            try (ResultSet answer = look.executeQuery()) {
                return answer.next() ? new ClaimReply.Seen(Row.read(answer)) : ClaimReply.UNSEEN;
            }
        }
    }
}
