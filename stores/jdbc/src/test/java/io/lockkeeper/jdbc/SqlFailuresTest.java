package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What errors of databases mean. */
class SqlFailuresTest {

    private final SqlFailures failures = new SqlFailures("The database");

    /** As a primary does after it became a replica: waiters outlive that. */
    @ParameterizedTest
    @CsvSource({"HY000, 1290", "HY000, 1836", "25006, 1792", "25006, 0", "54000, 0"})
    void aDatabaseThatOnlyReadsOrWhoseNotificationsAreFullIsAnOutage(String state, int code) {
        SQLException refused = new SQLException(
                "The MySQL server is running with the --read-only option so it cannot execute this statement",
                state,
                code);
        assertThat(failures.sent(refused))
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        outage -> assertThat(outage.outcomeUnknown()).isFalse());
    }

    @Test
    void anErrorOfOursIsNone() {
        assertThat(failures.sent(new SQLException("syntax error", "42601", 0)))
                .isInstanceOf(IllegalStateException.class);
    }
}
