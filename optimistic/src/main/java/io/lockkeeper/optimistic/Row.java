package io.lockkeeper.optimistic;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Statements on one row. Values go in as parameters. */
final class Row {

    private Row() {}

    static int update(Connection connection, String sql, List<?> parameters) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (int index = 0; index < parameters.size(); index++) {
                update.setObject(index + 1, parameters.get(index));
            }
            return update.executeUpdate();
        }
    }

    static <T> Optional<T> find(Connection connection, String sql, Object id, Columns.Reader<T> reader)
            throws SQLException {
        try (PreparedStatement find = connection.prepareStatement(sql)) {
            find.setObject(1, id);
            try (ResultSet rows = find.executeQuery()) {
                if (!rows.next()) {
                    return Optional.empty();
                }
                Optional<T> found = Optional.of(reader.read(rows));
                if (rows.next()) {
                    throw new IllegalStateException("More than one row is '" + id
                            + "'. The column that identifies rows must be unique: " + sql);
                }
                return found;
            }
        }
    }

    /** A number that every row has: a version, a count, a token. */
    static long number(ResultSet row, int index) throws SQLException {
        long number = row.getLong(index);
        if (row.wasNull()) {
            throw new IllegalStateException(
                    "The column '" + row.getMetaData().getColumnLabel(index) + "' is NULL. Declare it NOT NULL.");
        }
        return number;
    }
}
