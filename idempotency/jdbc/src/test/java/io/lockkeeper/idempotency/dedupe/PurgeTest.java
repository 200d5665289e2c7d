package io.lockkeeper.idempotency.dedupe;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Expired marks are deleted in batches, and nobody waits for it. */
@OnEveryDatabase
class PurgeTest {

    private static final DedupeOutcome FIRST = new DedupeOutcome.First(false);

    private final Kind kind;
    private final Marks marks;
    private final DedupeTable table;

    PurgeTest(Kind kind) throws SQLException {
        this.kind = kind;
        this.marks = Marks.on(kind);
        this.table = marks.open().withWait(Duration.ZERO);
    }

    @Test
    void aCallIsBoundedAndDeletesTheExpiredOnly() throws Exception {
        expired(25);
        marks.commit(table.withRetention(Duration.ofDays(1)), "valid");
        marks.commit(table, "for ever");
        assertThat(table.purge(marks.source(), 10, 2)).isEqualTo(20);
        assertThat(table.purge(marks.source(), 10, 2)).isEqualTo(5);
        assertThat(table.purge(marks.source(), 10, 2)).isZero();
        assertThat(marks.count()).isEqualTo(2);
        assertThatThrownBy(() -> table.purge(marks.source(), 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theOldestGoFirst() throws Exception {
        expired(10);
        table.purge(marks.source(), 4, 1);
        assertThat(marks.number("SELECT min(expires_at) FROM " + marks.layout().table()))
                .isEqualTo(5);
    }

    /** Where it applies: H2's purge waits for locked marks. */
    @TestFactory
    Stream<DynamicTest> aMarkThatIsBeingTakenOverIsPassedOver() {
        return Kind.where(kind != Kind.H2, () -> {
            expired(10);
            try (Connection taker = marks.begin()) {
                assertThat(table.first(taker, "old-3")).isEqualTo(new DedupeOutcome.First(true));
                assertThat(table.purge(marks.source(), 100, 10)).isEqualTo(9);
                taker.commit();
            }
            assertThat(marks.commit(table, "old-3")).isEqualTo(new DedupeOutcome.Repeated());
        });
    }

    /** Where it applies: H2's purge waits for locked marks. */
    @TestFactory
    Stream<DynamicTest> whileOnePurgesOthersPurgeAndMark() {
        return Kind.where(kind != Kind.H2, () -> {
            expired(10);
            try (Connection purger = marks.begin()) {
                assertThat(purge(purger, 4)).isEqualTo(4);
                assertThat(table.purge(marks.source(), 100, 10)).isEqualTo(6);
                for (int number = 0; number < 20; number++) {
                    assertThat(marks.commit(table.withRetention(Duration.ofNanos(1_000L << number)), "new-" + number))
                            .isEqualTo(FIRST);
                }
                assertThat(marks.commit(table, "old-1")).isEqualTo(new DedupeOutcome.Busy());
                purger.commit();
            }
            assertThat(marks.commit(table, "old-1")).isInstanceOf(DedupeOutcome.First.class);
        });
    }

    /** Where it applies: H2's purge waits for locked marks. */
    @TestFactory
    Stream<DynamicTest> whoMarksWhatIsBeingPurgedWaitsAndIsFirst() {
        return Kind.where(kind != Kind.H2, () -> {
            expired(3);
            ExecutorService thread = Executors.newSingleThreadExecutor();
            try (Connection purger = marks.begin()) {
                assertThat(purge(purger, 1)).isEqualTo(1);
                DedupeTable patient = marks.open();
                Future<DedupeOutcome> marked = thread.submit(() -> marks.commit(patient, "old-1"));
                marks.awaitWaiting(1);
                purger.commit();
                assertThat(marked.get(60, SECONDS)).isInstanceOf(DedupeOutcome.First.class);
            } finally {
                thread.shutdownNow();
            }
            assertThat(marks.commit(table, "old-1")).isEqualTo(new DedupeOutcome.Repeated());
        });
    }

    /** As a purge sends it, in a transaction that stays open. */
    private long purge(Connection connection, int batch) throws SQLException {
        Dialect dialect = kind.database().dialect();
        String statement = Catalogue.check(connection, marks.layout(), dialect)
                .statements()
                .purge(batch);
        return dialect.purge(connection, statement, 0).marks();
    }

    @Test
    void severalAtOnceDeleteEachMarkOnce() throws Exception {
        expired(500);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Callable<Long> purge = () -> table.purge(marks.source(), 10, 100);
            List<Long> deleted = new ArrayList<>();
            for (Future<Long> one : threads.invokeAll(Collections.nCopies(4, purge))) {
                deleted.add(one.get(60, SECONDS));
            }
            deleted.add(table.purge(marks.source(), 100, 10));
            assertThat(deleted.stream().mapToLong(Long::longValue).sum()).isEqualTo(500);
            assertThat(marks.count()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }

    private void expired(int rows) throws SQLException {
        for (int row = 1; row <= rows; row++) {
            marks.insert("billing", "old-" + row, row);
        }
    }
}
