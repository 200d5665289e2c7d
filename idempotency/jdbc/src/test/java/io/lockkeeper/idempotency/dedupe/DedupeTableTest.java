package io.lockkeeper.idempotency.dedupe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** An operation is marked once, in the transaction that does it. */
@OnEveryDatabase
class DedupeTableTest {

    private static final DedupeOutcome FIRST = new DedupeOutcome.First(false);
    private static final DedupeOutcome FIRST_AGAIN = new DedupeOutcome.First(true);
    private static final DedupeOutcome REPEATED = new DedupeOutcome.Repeated();

    private final Kind kind;
    private final Marks marks;

    DedupeTableTest(Kind kind) throws SQLException {
        this.kind = kind;
        this.marks = Marks.on(kind);
    }

    @Test
    void theSecondIsARepeat() throws Exception {
        DedupeTable table = marks.open();
        assertThat(marks.commit(table, "order-17")).isEqualTo(FIRST);
        assertThat(marks.commit(table, "order-17")).isEqualTo(REPEATED);
        assertThat(marks.commit(table, "order-18")).isEqualTo(FIRST);
    }

    @Test
    void aRolledBackFirstLeavesNothing() throws Exception {
        DedupeTable table = marks.open();
        try (Connection connection = marks.begin()) {
            assertThat(table.first(connection, "order-17")).isEqualTo(FIRST);
            assertThat(table.first(connection, "order-17")).isEqualTo(REPEATED);
            connection.rollback();
        }
        assertThat(marks.commit(table, "order-17")).isEqualTo(FIRST);
    }

    @Test
    void theTransactionOfARepeatGoesOn() throws Exception {
        DedupeTable table = marks.open();
        marks.commit(table, "order-17");
        try (Connection connection = marks.begin()) {
            assertThat(table.first(connection, "order-18")).isEqualTo(FIRST);
            assertThat(table.first(connection, "order-17")).isEqualTo(REPEATED);
            assertThat(table.first(connection, "order-19")).isEqualTo(FIRST);
            connection.commit();
        }
        assertThat(marks.count()).isEqualTo(3);
    }

    @Test
    void consumersOfASharedTableDoNotHideEachOthersOperations() throws Exception {
        assertThat(marks.commit(marks.open("billing"), "order-17")).isEqualTo(FIRST);
        assertThat(marks.commit(marks.open("shipping"), "order-17")).isEqualTo(FIRST);
        assertThat(marks.commit(marks.open("billing"), "order-17")).isEqualTo(REPEATED);
    }

    @Test
    void aConnectionThatCommitsEachStatementIsRefused() throws Exception {
        DedupeTable table = marks.open();
        try (Connection connection = marks.source().getConnection()) {
            assertThatThrownBy(() -> table.first(connection, "order-17"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("auto-commit");
        }
        assertThat(marks.count()).isZero();
    }

    @Test
    void anExpiredMarkCountsAsAbsent() throws Exception {
        DedupeTable table = marks.open().withRetention(Duration.ofDays(1));
        marks.commit(table, "order-17");
        assertThat(marks.commit(table, "order-17")).isEqualTo(REPEATED);
        marks.expire();
        try (Connection connection = marks.begin()) {
            assertThat(table.first(connection, "order-17")).isEqualTo(FIRST_AGAIN);
            connection.rollback();
        }
        assertThat(marks.commit(table, "order-17")).isEqualTo(FIRST_AGAIN);
        assertThat(marks.commit(table, "order-17")).isEqualTo(REPEATED);
        assertThat(marks.count()).isEqualTo(1);
    }

    @Test
    void theExpiryIsInMicrosecondsByTheDatabasesClock() throws Exception {
        String expiry = "SELECT max(expires_at) FROM " + marks.layout().table();
        long before = System.currentTimeMillis() * 1_000;
        marks.commit(marks.open().withRetention(Duration.ofDays(2)), "order-17");
        long after = (System.currentTimeMillis() + 1) * 1_000;
        long days = Duration.ofDays(2).toMillis() * 1_000;
        assertThat(marks.number(expiry)).isBetween(before + days, after + days);
        marks.commit(marks.open(), "order-18");
        assertThat(marks.number(expiry)).isBetween(before + (1L << 62), before + days + (1L << 62));
    }

    @Test
    void anExpiredMarkIsTakenOverByExactlyOne() throws Exception {
        DedupeTable table = marks.open();
        marks.commit(table, "order-17");
        marks.expire();
        assertThat(race(8, () -> retried(table))).containsOnlyOnce(FIRST_AGAIN).doesNotContain(FIRST);
    }

    @Test
    void ofManyAtOnceExactlyOneIsFirst() throws Exception {
        DedupeTable table = marks.open();
        assertThat(race(8, () -> retried(table))).containsOnlyOnce(FIRST).doesNotContain(FIRST_AGAIN);
    }

    /** As callers do it: from the beginning if the database gave the transaction up. */
    private DedupeOutcome retried(DedupeTable table) throws SQLException {
        while (true) {
            try {
                return marks.commit(table, "order-17");
            } catch (SQLTransactionRollbackException undone) {
                assertThat(undone.getMessage()).contains("run the transaction again");
            }
        }
    }

    private static List<DedupeOutcome> race(int runners, Callable<DedupeOutcome> runner) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(runners);
        try {
            List<DedupeOutcome> outcomes = new ArrayList<>();
            for (Future<DedupeOutcome> outcome : threads.invokeAll(Collections.nCopies(runners, runner))) {
                outcomes.add(outcome.get());
            }
            assertThat(outcomes).hasSize(runners);
            return outcomes;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void severalFieldsAreOneKey() throws Exception {
        Marks lines = Marks.on(kind, "order_id", "line");
        DedupeTable table = lines.open();
        assertThat(lines.commit(table, "17", "1")).isEqualTo(FIRST);
        assertThat(lines.commit(table, "17", "2")).isEqualTo(FIRST);
        assertThat(lines.commit(table, "17", "1")).isEqualTo(REPEATED);
        assertThatThrownBy(() -> lines.commit(table, "17"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fields");
    }

    @Test
    void aTableOfOneConsumerHasNoColumnForIt() throws Exception {
        DedupeLayout layout = DedupeLayout.ofOneConsumer(Kind.newTable(), "order_id");
        new Marks(kind, layout).create();
        DedupeTable table = DedupeTable.open(marks.source(), layout);
        assertThat(marks.commit(table, "order-17")).isEqualTo(FIRST);
        assertThat(marks.commit(table, "order-17")).isEqualTo(REPEATED);
    }
}
