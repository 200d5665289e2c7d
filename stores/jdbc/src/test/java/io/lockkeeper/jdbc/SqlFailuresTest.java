package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What errors of databases mean. */
class SqlFailuresTest {

    private final SqlFailures failures = new SqlFailures("The database");

    /** A primary that became a replica, one without space or memory, or that ended an idle session: waiters outlive that. */
    @ParameterizedTest
    @CsvSource({
        "HY000, 1290",
        "HY000, 1836",
        "25006, 1792",
        "25006, 0",
        "54000, 0",
        "58030, 0",
        "53100, 0",
        "HY000, 1114",
        "HY000, 1021",
        "HY000, 4031"
    })
    void whatPassesIsAnOutage(String state, int code) {
        assertThat(failures.sent(new SQLException("not now", state, code)))
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        outage -> assertThat(outage.outcomeUnknown()).isFalse());
    }

    /** As while passwords change, or a service is down that the database asks for them. */
    @Test
    void aUserWhoWasLetInBeforeIsRefusedForATime() {
        SQLException refused = new SQLException("no", "28000");
        assertThat(failures.unopened(refused)).isInstanceOf(IllegalStateException.class);
        assertThat(failures.unsent(new SQLException("no connection", refused)))
                .hasMessageContaining("can't be reached");
    }

    /** A release must be sent again. */
    @Test
    void ofWhatFailsInADriverTheOutcomeIsUnknown() {
        for (Throwable thrown : List.of(new OutOfMemoryError("of a test"), new NullPointerException("in a driver"))) {
            assertThat(failures.of(thrown))
                    .isInstanceOfSatisfying(
                            StoreUnavailableException.class,
                            outage -> assertThat(outage.outcomeUnknown()).isTrue())
                    .hasCause(thrown);
        }
    }

    @Test
    void whatADriverSaysIsShownAsPlainText() {
        SQLException hostile = new SQLException("no\u009b2J\u202e\n  row", "42601");
        for (RuntimeException failure : List.of(
                failures.sent(hostile),
                failures.unsent(hostile),
                failures.unopened(new SQLException(hostile.getMessage(), "28000")),
                failures.locked(hostile),
                failures.of(new IllegalCallerException(hostile.getMessage())),
                failures.of(new UnsupportedOperationException(hostile.getMessage())))) {
            assertThat(failure).hasMessageContaining("no\\u009b2J\\u202e row");
        }
    }

    @Test
    void aDriversOwnPeriodIsNotDoubled() {
        for (String message : List.of("access denied", "access denied.")) {
            assertThat(failures.unopened(new SQLException(message, "28000")))
                    .hasMessageContaining("refused: access denied. Check");
            assertThat(failures.sent(new SQLException(message, "42501")))
                    .hasMessageContaining("refused: access denied. The user");
        }
    }

    @Test
    void anErrorOfOursIsNone() {
        assertThat(failures.sent(new SQLException("syntax error", "42601", 0)))
                .isInstanceOf(IllegalStateException.class);
    }
}
