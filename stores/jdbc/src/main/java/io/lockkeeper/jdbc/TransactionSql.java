package io.lockkeeper.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The statements that take part in a user's transaction, on whatever kind of database that is. Thread-safe. */
final class TransactionSql {

    private final JdbcSettings settings;
    private final Map<Dialect, Sql> statements = new ConcurrentHashMap<>();

    TransactionSql(JdbcSettings settings) {
        this.settings = settings;
    }

    /**
     * The kind of database on which a transaction is open.
     *
     * @param wanted why there has to be one, as the beginning of a sentence
     * @throws IllegalStateException if the connection commits each statement by itself
     */
    static Dialect dialect(Connection connection, String wanted) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(wanted + ", and this connection commits each statement by itself: call"
                    + " setAutoCommit(false) first, before the work that the lock protects.");
        }
        return Dialects.of(connection);
    }

    PreparedStatement prepare(Connection connection, Dialect dialect, String statement) throws SQLException {
        Sql sql = statements.computeIfAbsent(dialect, kind -> Sql.of(kind, settings));
        return connection.prepareStatement(sql.text(statement));
    }
}
