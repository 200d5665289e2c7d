package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Retention;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The times of a lease, as statements take them. */
final class LeaseTimes {

    private LeaseTimes() {}

    static long micros(Duration duration) {
        return TimeUnit.MICROSECONDS.convert(duration);
    }

    /** Sets the lease, then twice when the row counts as absent from now on, or null; returns the index behind them. */
    static int set(PreparedStatement statement, int index, Duration lease, Retention abandoned) throws SQLException {
        statement.setLong(index, micros(lease));
        for (int purge : new int[] {index + 1, index + 2}) {
            if (abandoned.duration().isPresent()) {
                statement.setLong(
                        purge, micros(lease) + micros(abandoned.duration().get()));
            } else {
                statement.setNull(purge, Types.BIGINT);
            }
        }
        return index + 3;
    }
}
