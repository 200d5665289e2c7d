package io.lockkeeper.idempotency.dedupe;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A mark to be made.
 *
 * @param statements on the table
 * @param values of the unique index's columns, checked
 * @param retention how long it is valid, in microseconds
 * @param maxWait how long to wait for who is making it; none for as long as the database waits by itself
 */
record Mark(Statements statements, List<Object> values, long retention, Optional<Duration> maxWait) {

    /** Sets the values from a place on, and returns the next. */
    int setValues(PreparedStatement statement, int place) throws SQLException {
        int next = place;
        for (Object value : values) {
            statement.setObject(next++, value);
        }
        return next;
    }

    /** Sets the values and then the retention. */
    int setRow(PreparedStatement statement, int place) throws SQLException {
        int next = setValues(statement, place);
        statement.setLong(next, retention);
        return next + 1;
    }
}
