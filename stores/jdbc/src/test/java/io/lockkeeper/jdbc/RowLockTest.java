package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.DeadlockException;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.RequiresNewer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.h2.engine.Constants;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A row is locked until the transaction ends, and what goes wrong is reported as what it is. */
class RowLockTest {

    @Nested
    class OnPostgreSql extends OnServer {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }

        /** Its transactions see the data as it was before they had the lock: those who waited would only ever fail. */
        @ParameterizedTest
        @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
        void aboveReadCommittedItIsRefusedWithAdvice(int isolation) throws SQLException {
            assertRefusedAt(isolation);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMySqlsKin extends OnServer {
        OnMySqlsKin() {
            super(TestDatabase::mySqlsDriver);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnServer {
        OnMariaDb() {
            super(TestDatabase::mariaDb);
        }
    }

    @Nested
    @RequiresNewer("mariadb")
    class OnNewerMariaDb extends OnServer {
        OnNewerMariaDb() {
            super(TestDatabase::newerMariaDb);
        }
    }

    @Nested
    @RequiresNewer("mysql")
    class OnMySql extends OnServer {
        OnMySql() {
            super(TestDatabase::mySql);
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2);
        }

        /** As on PostgreSQL, but one level higher. */
        @ParameterizedTest
        @ValueSource(ints = {Constants.TRANSACTION_SNAPSHOT, Connection.TRANSACTION_SERIALIZABLE})
        void aboveRepeatableReadItIsRefusedWithAdvice(int isolation) throws SQLException {
            assertRefusedAt(isolation);
        }
    }

    /** What an embedded H2 does not do: see deadlocks, and have connections that break. */
    abstract static class OnServer extends OnAnyDatabase {

        OnServer(Supplier<TestDatabase> starter) {
            super(starter);
        }

        @Test
        void aDeadlockIsNoTimeout() throws Exception {
            try (Connection ann = transaction();
                    Connection eve = transaction()) {
                rows.lock(ann, "a", PATIENCE);
                rows.lock(eve, "b", PATIENCE);
                CompletableFuture<Void> crossing = Aside.run(() -> rows.lock(ann, "b", PATIENCE));
                CompletableFuture<Void> both = Aside.run(() -> {
                    try {
                        rows.lock(eve, "a", PATIENCE);
                    } catch (DeadlockException chosen) {
                        rollback(eve);
                        throw chosen;
                    }
                });
                // Either of them is chosen; the other goes on once it has rolled back.
                CompletableFuture<Void> annEnds = crossing.whenComplete((done, failure) -> {
                    if (failure != null) {
                        rollback(ann);
                    }
                });
                List<Throwable> failures = new ArrayList<>();
                for (CompletableFuture<Void> each : List.of(annEnds, both)) {
                    each.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .handle((done, failure) -> failure == null || failures.add(failure.getCause()))
                            .join();
                }
                assertThat(failures).singleElement().isInstanceOf(DeadlockException.class);
            }
        }

        /** What is only locked, other servers of a cluster don't see. */
        @Test
        void aTransactionThatLocksReallyWrites() throws SQLException {
            for (int turn = 0; turn < 2; turn++) {
                try (Connection ann = transaction();
                        Statement statement = ann.createStatement()) {
                    rows.lock(ann, "written", PATIENCE);
                    try (ResultSet taken =
                            statement.executeQuery("SELECT taken FROM lockkeeper_rows2 WHERE name = 'written'")) {
                        taken.next();
                        assertThat(taken.getLong(1)).isEqualTo(turn + 1);
                    }
                    ann.commit();
                }
            }
        }

        @Test
        void aConnectionThatBreaksFreesIt() throws SQLException {
            try (Connection ann = transaction();
                    Connection eve = transaction()) {
                rows.lock(ann, "c", PATIENCE);
                ann.abort(Runnable::run);
                rows.lock(eve, "c", PATIENCE);
            }
        }
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        final RowLock rows = RowLock.create();

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
        }

        @BeforeAll
        void makeStock() throws SQLException {
            database().open().close(); // Makes the table.
            database().execute("CREATE TABLE stock (n INT)", "INSERT INTO stock VALUES (0)");
        }

        @Test
        void aWaitMayBeLongerThanTheDatabaseCanCount() throws SQLException {
            try (Connection ann = transaction()) {
                rows.lock(ann, "long", Duration.ofDays(36_500));
                rows.lock(ann, "longer", Duration.ofSeconds(Long.MAX_VALUE));
            }
        }

        /** Each reads and writes in two steps: without the lock, some would be lost. */
        @Test
        void transactionsUnderOneLockComeOneAfterTheOther() {
            List<CompletableFuture<Void>> workers = new ArrayList<>();
            for (int worker = 0; worker < 4; worker++) {
                workers.add(Aside.run(() -> addOne(25)));
            }
            workers.forEach(worker ->
                    worker.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join());
            assertThat(stock()).isEqualTo(100);
        }

        @Test
        void whoWaitsTooLongIsToldSo() throws SQLException {
            try (Connection ann = transaction();
                    Connection eve = transaction()) {
                rows.lock(ann, "a", PATIENCE);
                assertThatThrownBy(() -> rows.lock(eve, "a", Duration.ofMillis(300)))
                        .isInstanceOf(LockTimeoutException.class)
                        .hasMessageContaining("'a'");
                eve.rollback();
                rows.lock(eve, "b", Duration.ZERO);
                ann.commit();
                rows.lock(eve, "a", Duration.ZERO);
            }
        }

        @Test
        void withoutATransactionItIsRefused() throws SQLException {
            try (Connection connection = database().connect()) {
                assertThatThrownBy(() -> rows.lock(connection, "a", PATIENCE))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("setAutoCommit(false)");
            }
        }

        void assertRefusedAt(int isolation) throws SQLException {
            try (Connection connection = transaction()) {
                connection.setTransactionIsolation(isolation);
                assertThatThrownBy(() -> rows.lock(connection, "a", PATIENCE))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("TRANSACTION_READ_COMMITTED");
            }
        }

        private void addOne(int times) {
            try (Connection connection = transaction();
                    Statement statement = connection.createStatement()) {
                for (int time = 0; time < times; time++) {
                    rows.lock(connection, "stock", PATIENCE);
                    int before = stock(statement);
                    statement.executeUpdate("UPDATE stock SET n = " + (before + 1));
                    connection.commit();
                }
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }

        private int stock() {
            try (Connection connection = transaction();
                    Statement statement = connection.createStatement()) {
                return stock(statement);
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }

        private static int stock(Statement statement) throws SQLException {
            try (ResultSet row = statement.executeQuery("SELECT n FROM stock")) {
                row.next();
                return row.getInt(1);
            }
        }

        static void rollback(Connection connection) {
            try {
                connection.rollback();
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }

        Connection transaction() throws SQLException {
            Connection connection = database().connect();
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            return connection;
        }
    }
}
