package io.lockkeeper.jdbc;

import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Where connections come from, and how long they may keep one waiting.
 *
 * @param source where they come from
 * @param patience how long a statement may take at most, in seconds; 0 if the database sees to that
 * @param silence how long to wait for a network that is silent, in milliseconds: longer than for the database
 */
record Connections(DataSource source, int patience, int silence) {

    Loan open() throws SQLException {
        return Loan.of(source.getConnection(), patience, silence);
    }
}
