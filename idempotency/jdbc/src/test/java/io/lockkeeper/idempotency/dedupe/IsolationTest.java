package io.lockkeeper.idempotency.dedupe;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Two sessions do the same operation at once, at each level of isolation. */
@OnEveryDatabase
class IsolationTest {

    private static final DedupeOutcome FIRST = new DedupeOutcome.First(false);
    private static final DedupeOutcome FIRST_AGAIN = new DedupeOutcome.First(true);
    private static final DedupeOutcome REPEATED = new DedupeOutcome.Repeated();
    private static final DedupeOutcome BUSY = new DedupeOutcome.Busy();

    private final Kind kind;
    private final Marks marks;

    IsolationTest(Kind kind) throws SQLException {
        this.kind = kind;
        this.marks = Marks.on(kind);
        marks.execute("CREATE TABLE IF NOT EXISTS work (id INT PRIMARY KEY, n INT)");
    }

    @EveryIsolation
    void theLoserWaitsForTheCommitAndIsARepeat(int isolation) throws Exception {
        DedupeTable table = marks.open();
        try (Connection winner = marks.begin(isolation);
                Connection loser = marks.begin(isolation)) {
            assertThat(table.first(winner, "order-17")).isEqualTo(FIRST);
            Future<DedupeOutcome> second = started(() -> firstOrAgain(table, loser));
            marks.awaitWaiting(1);
            winner.commit();
            assertThat(second.get(60, SECONDS)).isEqualTo(REPEATED);
            assertUsable(table, loser);
        }
    }

    @EveryIsolation
    void theLoserIsFirstIfTheWinnerRollsBack(int isolation) throws Exception {
        DedupeTable table = marks.open();
        try (Connection winner = marks.begin(isolation);
                Connection loser = marks.begin(isolation)) {
            assertThat(table.first(winner, "order-17")).isEqualTo(FIRST);
            Future<DedupeOutcome> second = started(() -> table.first(loser, "order-17"));
            marks.awaitWaiting(1);
            winner.rollback();
            assertThat(second.get(60, SECONDS)).isInstanceOf(DedupeOutcome.First.class);
            assertUsable(table, loser);
        }
        assertThat(marks.commit(table, "order-17")).isEqualTo(REPEATED);
    }

    @EveryIsolation
    void ofSeveralThatWaitForOneThatRollsBackExactlyOneIsFirst(int isolation) throws Exception {
        DedupeTable table = marks.open();
        List<Future<DedupeOutcome>> waiting = new ArrayList<>();
        try (Connection winner = marks.begin(isolation)) {
            assertThat(table.first(winner, "order-17")).isEqualTo(FIRST);
            for (int loser = 0; loser < 3; loser++) {
                waiting.add(started(() -> committed(table, isolation)));
            }
            marks.awaitWaiting(3);
            winner.rollback();
        }
        List<DedupeOutcome> outcomes = new ArrayList<>();
        for (Future<DedupeOutcome> loser : waiting) {
            outcomes.add(loser.get(60, SECONDS));
        }
        assertThat(outcomes).filteredOn(DedupeOutcome.First.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(REPEATED::equals).hasSize(2);
        assertThat(marks.count()).isEqualTo(1);
    }

    /** As callers do it: from the beginning if the database gave the transaction up. */
    private DedupeOutcome committed(DedupeTable table, int isolation) throws SQLException {
        while (true) {
            try (Connection connection = marks.begin(isolation)) {
                DedupeOutcome outcome = table.first(connection, "order-17");
                connection.commit();
                return outcome;
            } catch (SQLTransactionRollbackException undone) {
                assertThat(kind).isNotEqualTo(Kind.POSTGRESQL);
            }
        }
    }

    @EveryIsolation
    void aMarkCommittedAfterTheSnapshotIsARepeat(int isolation) throws Exception {
        DedupeTable table = marks.open();
        try (Connection late = marks.begin(isolation)) {
            takeSnapshot(late, isolation);
            marks.commit(table, "order-17");
            assertThat(firstOrAgain(table, late)).isEqualTo(REPEATED);
            assertUsable(table, late);
        }
    }

    @EveryIsolation
    void anExpiredMarkTakenOverAfterTheSnapshotIsARepeat(int isolation) throws Exception {
        DedupeTable table = marks.open();
        marks.commit(table, "order-17");
        marks.expire();
        try (Connection late = marks.begin(isolation)) {
            takeSnapshot(late, isolation);
            assertThat(marks.commit(table, "order-17")).isEqualTo(FIRST_AGAIN);
            assertThat(firstOrAgain(table, late)).isEqualTo(REPEATED);
            assertUsable(table, late);
        }
    }

    @EveryIsolation
    void anExpiredMarkPurgedAfterTheSnapshotIsAFirst(int isolation) throws Exception {
        DedupeTable table = marks.open();
        marks.commit(table, "order-17");
        marks.expire();
        try (Connection late = marks.begin(isolation)) {
            takeSnapshot(late, isolation);
            assertThat(table.purge(marks.source(), 10, 1)).isEqualTo(1);
            assertThat(firstOrAgain(table, late)).isInstanceOf(DedupeOutcome.First.class);
            assertUsable(table, late);
        }
    }

    @EveryIsolation
    void aBoundedWaitEndsWithBusyAndTheTransactionGoesOn(int isolation) throws Exception {
        DedupeTable table = marks.open();
        try (Connection winner = marks.begin(isolation);
                Connection loser = marks.begin(isolation)) {
            assertThat(table.first(winner, "order-17")).isEqualTo(FIRST);
            long before = timeout(loser);
            assertThat(table.withWait(Duration.ZERO).first(loser, "order-17")).isEqualTo(BUSY);
            assertThat(table.withWait(Duration.ofMillis(20)).first(loser, "order-17"))
                    .isEqualTo(BUSY);
            assertThat(timeout(loser)).isEqualTo(before);
            winner.rollback();
            assertThat(table.withWait(Duration.ofSeconds(60)).first(loser, "order-17"))
                    .isInstanceOf(DedupeOutcome.First.class);
            assertThat(timeout(loser)).isEqualTo(before);
            assertUsable(table, loser);
        }
    }

    /** Not on H2, which does not see it: the longest wait ends. */
    @TestFactory
    Stream<DynamicTest> aDeadlockIsSaidToEndTheTransaction() {
        return IntStream.of(
                        Connection.TRANSACTION_READ_COMMITTED,
                        Connection.TRANSACTION_REPEATABLE_READ,
                        Connection.TRANSACTION_SERIALIZABLE)
                .filter(isolation -> kind != Kind.H2)
                .mapToObj(isolation -> DynamicTest.dynamicTest("isolation " + isolation, () -> deadlock(isolation)));
    }

    private void deadlock(int isolation) throws Exception {
        DedupeTable table = marks.open();
        try (Connection one = marks.begin(isolation);
                Connection other = marks.begin(isolation)) {
            table.first(one, "order-1");
            table.first(other, "order-2");
            Future<@Nullable Throwable> crossing =
                    started(() -> catchThrowable(() -> rollBackIfUndone(other, () -> table.first(other, "order-1"))));
            marks.awaitWaiting(1);
            Throwable failure = catchThrowable(() -> rollBackIfUndone(one, () -> table.first(one, "order-2")));
            Throwable second = crossing.get(60, SECONDS);
            assertThat(failure == null ? second : failure)
                    .isInstanceOf(SQLTransactionRollbackException.class)
                    .hasMessageContaining("run the transaction again");
        }
    }

    /** Where a server refuses what was changed since the snapshot, the answer comes with the second transaction. */
    private DedupeOutcome firstOrAgain(DedupeTable table, Connection connection) throws SQLException {
        try {
            return table.first(connection, "order-17");
        } catch (SQLTransactionRollbackException undone) {
            assertThat(kind).isIn(Kind.NEWER_MARIADB, Kind.H2);
            connection.rollback();
            return table.first(connection, "order-17");
        }
    }

    private static void rollBackIfUndone(Connection connection, Callable<DedupeOutcome> marking) throws Exception {
        try {
            marking.call();
        } catch (SQLTransactionRollbackException undone) {
            connection.rollback();
            throw undone;
        }
    }

    /** At SERIALIZABLE MariaDB and MySQL lock what they read, and have no snapshot. */
    private void takeSnapshot(Connection connection, int isolation) throws SQLException {
        if (isolation != Connection.TRANSACTION_SERIALIZABLE || !kind.isMariaDbOrMySql()) {
            Marks.number(connection, "SELECT count(*) FROM " + marks.layout().table());
        }
    }

    /** The transaction takes more statements, and commits. */
    private void assertUsable(DedupeTable table, Connection connection) throws SQLException {
        Marks.number(connection, "SELECT count(*) FROM work");
        assertThat(table.first(connection, "another order")).isEqualTo(FIRST);
        connection.commit();
        assertThat(marks.commit(table, "another order")).isEqualTo(REPEATED);
    }

    private long timeout(Connection connection) throws SQLException {
        return Marks.number(
                connection,
                switch (kind) {
                    case POSTGRESQL -> "SELECT setting::bigint FROM pg_settings WHERE name = 'lock_timeout'";
                    case MARIADB, NEWER_MARIADB, MYSQL -> "SELECT @@SESSION.innodb_lock_wait_timeout";
                    case H2 -> "SELECT LOCK_TIMEOUT()";
                });
    }

    private static <T extends @Nullable Object> Future<T> started(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "second session");
        thread.setDaemon(true);
        thread.start();
        return task;
    }
}
