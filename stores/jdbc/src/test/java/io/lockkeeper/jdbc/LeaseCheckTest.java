package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Engine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** No commit of a holder comes after the grant of its successor, however long the holder is paused, and wherever. */
class LeaseCheckTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Nested
    class OnPostgreSql extends OnServer {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMySqlsKin extends OnAnyDatabase {
        OnMySqlsKin() {
            super(TestDatabase::mySql);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnServer {
        OnMariaDb() {
            super(TestDatabase::mariaDb);
        }

        /** As MariaDB does by itself from 11.6 on: above READ COMMITTED a renewal fails the transaction. */
        @Test
        void aLeaseThatWasRenewedMeanwhileIsCheckedAtReadCommitted() throws Exception {
            try (LockClient locks = client();
                    Connection connection = database().connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION innodb_snapshot_isolation = ON");
                connection.setAutoCommit(false);
                Lease lease = locks.lock("renewed").acquire();
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                readThenCheck(
                        statement,
                        lease,
                        check -> assertThatThrownBy(check::call)
                                .isInstanceOf(SQLException.class)
                                .hasMessageContaining("changed since last read"));
                connection.rollback();
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                readThenCheck(
                        statement, lease, check -> assertThatCode(check::call).doesNotThrowAnyException());
                connection.commit();
                lease.close();
            }
        }

        private void readThenCheck(Statement statement, Lease lease, Consumer<Callable<Void>> expectation)
                throws SQLException {
            long before = database().number("SELECT MAX(ends) FROM lockkeeper_locks2");
            statement.execute("SELECT COUNT(*) FROM lockkeeper_locks2");
            Await.until(
                    "the lease is renewed",
                    PATIENCE,
                    () -> database().number("SELECT MAX(ends) FROM lockkeeper_locks2") > before);
            expectation.accept(() -> {
                LeaseCheck.create().inTransaction(statement.getConnection(), lease);
                return null;
            });
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2);
        }
    }

    /** What takes two processes; an embedded H2 has one. */
    abstract static class OnServer extends OnAnyDatabase {

        OnServer(Supplier<TestDatabase> starter) {
            super(starter);
        }

        @BeforeEach
        void makeBook() throws SQLException {
            database().execute("CREATE TABLE book (who VARCHAR(20), token BIGINT)");
        }

        @AfterEach
        void dropBook() throws SQLException {
            database().execute("DROP TABLE book");
        }

        @Test
        void aHolderThatWasPausedPastItsLeaseCommitsNothing() throws Exception {
            afterAPauseIsRefused("check");
        }

        /** This is what the row is for: a holder that has just looked at the clock believes that it holds the lock. */
        @Test
        void norDoesOneThatWasPausedAfterItsLookAtTheClock() throws Exception {
            afterAPauseIsRefused("check the row only");
        }

        private void afterAPauseIsRefused(String check) throws Exception {
            try (JavaProcess ann = bookkeeper("ann");
                    LockClient locks = client()) {
                ann.awaitLine("written"::equals, PATIENCE);
                ann.pause();
                try (Lease lease = locks.lock("book").acquire()) {
                    try (Connection connection = database().connect()) {
                        connection.setAutoCommit(false);
                        Bookkeeper.write(connection, "eve", lease.token());
                        LeaseCheck.create().inTransaction(connection, lease);
                        connection.commit();
                    }
                    ann.resume();
                    ann.writeLine(check);
                    assertThat(ann.awaitLine(line -> true, PATIENCE)).startsWith("refused");
                }
            }
            assertThat(book()).containsExactly("eve");
        }

        @Test
        void whoIsPausedBetweenCheckAndCommitHasNoSuccessorBefore() throws Exception {
            try (JavaProcess ann = bookkeeper("ann");
                    LockClient locks = client()) {
                ann.awaitLine("written"::equals, PATIENCE);
                ann.writeLine("check");
                ann.awaitLine("checked"::equals, PATIENCE);
                ann.pause();
                Duration longer = Bookkeeper.LEASE.multipliedBy(2);
                assertThat(locks.lock("book").tryAcquire(LockOptions.defaults().withMaxWait(longer)))
                        .as("the lock, of which the lease has ended")
                        .isEmpty();
                ann.resume();
                ann.writeLine("commit");
                ann.awaitLine("committed"::equals, PATIENCE);
                try (Lease lease = locks.lock("book").acquire()) {
                    assertThat(book()).containsExactly("ann");
                    assertThat(lease.token()).isPositive();
                }
            }
        }

        private JavaProcess bookkeeper(String who) {
            return JavaCommand.of(Bookkeeper.class, database().url(), who).start();
        }

        private List<String> book() throws SQLException {
            List<String> who = new ArrayList<>();
            try (Connection connection = database().connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT who FROM book")) {
                while (rows.next()) {
                    who.add(rows.getString(1));
                }
            }
            return who;
        }
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
        }

        /** A row that is locked is passed over; all others are renewed meanwhile. */
        @Test
        void aLongCheckStopsNoOthersRenewals() throws Exception {
            Duration lease = Duration.ofSeconds(5); // Long enough to be renewed in time on a machine that is very busy.
            try (LockClient locks = client(lease);
                    Connection connection = database().connect()) {
                Lease checked = locks.lock("checked").acquire();
                Lease other = locks.lock("other").acquire();
                connection.setAutoCommit(false);
                LeaseCheck.create().inTransaction(connection, checked);
                Await.until("the checked lease has ended", PATIENCE, () -> !checked.isHeld());
                Await.until("the other lease is renewed", PATIENCE, () -> isFresh(other, lease));
                connection.rollback();
                other.close();
            }
        }

        private static boolean isFresh(Lease held, Duration lease) {
            held.ensureHeld();
            Duration remaining = held.remaining().orElseThrow();
            return remaining.compareTo(lease.dividedBy(2)) > 0;
        }

        @Test
        void aLeaseThatWasClosedOrIsCheckedOutsideOfATransactionIsRefused() throws Exception {
            try (LockClient locks = client();
                    Connection connection = database().connect()) {
                Lease lease = locks.lock("book").acquire();
                LeaseCheck check = LeaseCheck.create();
                assertThatThrownBy(() -> check.inTransaction(connection, lease))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("setAutoCommit(false)");
                connection.setAutoCommit(false);
                check.inTransaction(connection, lease);
                connection.commit();
                lease.close();
                assertThatThrownBy(() -> check.inTransaction(connection, lease)).isInstanceOf(NotHeldException.class);
                assertThatThrownBy(() -> check.inTransaction(connection, new Trusting(lease)))
                        .isInstanceOf(LeaseLostException.class);
            }
        }

        LockClient client() {
            return client(Bookkeeper.LEASE);
        }

        private LockClient client(Duration lease) {
            return Engine.load()
                    .start(
                            database().open("lockkeeper.timeout=2s"),
                            ClientOptions.defaults().withLease(lease));
        }
    }
}
