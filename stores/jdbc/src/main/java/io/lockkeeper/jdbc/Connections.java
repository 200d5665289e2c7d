package io.lockkeeper.jdbc;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where connections come from, and what they are like.
 *
 * @param source where they come from
 * @param dialect the kind of database
 * @param patience how long they may keep one waiting
 * @param shared whether a pooler between may give each transaction another session of the database
 * @param own the sessions' settings if they are ours alone
 */
record Connections(
        DataSource source,
        Dialect dialect,
        Patience patience,
        boolean shared,
        @Nullable OwnSessions own) {

    Loan open() throws SQLException {
        return Loan.of(source.getConnection(), this);
    }
}
