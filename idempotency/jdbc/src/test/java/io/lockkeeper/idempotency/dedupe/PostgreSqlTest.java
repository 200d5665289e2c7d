package io.lockkeeper.idempotency.dedupe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is PostgreSQL's own: savepoints, and several statements in one round trip. */
class PostgreSqlTest {

    private static final DedupeOutcome FIRST = new DedupeOutcome.First(false);
    private static final DedupeOutcome REPEATED = new DedupeOutcome.Repeated();

    private final Marks marks;
    private final DedupeTable table;

    PostgreSqlTest() throws SQLException {
        this.marks = Marks.on(Kind.POSTGRESQL);
        this.table = marks.open();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "preferQueryMode=simple",
                "preferQueryMode=extendedForPrepared",
                "preferQueryMode=extendedCacheEverything",
                "prepareThreshold=1",
                "prepareThreshold=-1",
                "autosave=always",
                "stringtype=unspecified"
            })
    void theDriverMaySendStatementsInAnyWay(String option) throws Exception {
        try (Connection connection = new PlainDataSource(Kind.POSTGRESQL.url() + "&" + option).getConnection()) {
            connection.setAutoCommit(false);
            for (String order : new String[] {"a", "b", "c"}) {
                DedupeTable bounded = table.withWait(Duration.ofSeconds(5));
                assertThat(table.first(connection, order)).isEqualTo(FIRST);
                assertThat(bounded.first(connection, order)).isEqualTo(REPEATED);
                assertThat(bounded.first(connection, order + order)).isEqualTo(FIRST);
                connection.commit();
            }
        }
        assertThat(marks.count()).isEqualTo(6);
    }

    @Test
    void aTransactionThatHasFailedIsAnErrorAndNoOutcome() throws Exception {
        try (Connection connection = marks.begin()) {
            assertThatThrownBy(() -> Marks.execute(connection, "SELECT 1 / 0")).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> table.first(connection, "order-17"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo("25P02"));
            connection.rollback();
            assertThat(table.first(connection, "order-17")).isEqualTo(FIRST);
        }
    }

    @Test
    void aSavepointOfTheCallersUndoesTheMark() throws Exception {
        try (Connection connection = marks.begin()) {
            Savepoint before = connection.setSavepoint("before");
            assertThat(table.first(connection, "order-17")).isEqualTo(FIRST);
            connection.rollback(before);
            assertThat(table.first(connection, "order-17")).isEqualTo(FIRST);
            connection.commit();
        }
        assertThat(marks.count()).isEqualTo(1);
    }

    @Test
    void aKeyThatTheIndexCannotHoldLeavesTheTransactionAsItIs() throws Exception {
        DedupeLayout layout = DedupeLayout.ofOneConsumer(Kind.newTable(), "digest");
        marks.execute(
                "CREATE TABLE " + layout.table() + " (digest bytea NOT NULL PRIMARY KEY, expires_at BIGINT NOT NULL)");
        DedupeTable digests = DedupeTable.open(marks.source(), layout);
        byte[] large = new byte[10_000];
        new Random(5).nextBytes(large);
        try (Connection connection = marks.begin()) {
            assertThatThrownBy(() -> digests.first(connection, large)).isInstanceOf(SQLException.class);
            assertThat(digests.first(connection, new byte[] {1})).isEqualTo(FIRST);
            connection.commit();
        }
    }
}
