package io.lockkeeper.jdbc;

import static io.lockkeeper.jdbc.ClaimsOf.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.RequiresNewer;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Tokens;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
    @RequiresNewer("mysql")
    class OnMySql extends OnAnyDatabase {
        OnMySql() {
            super(TestDatabase::mySql);
        }
    }

    @Nested
    @RequiresNewer("mariadb")
    class OnNewerMariaDb extends OnAnyDatabase {
        OnNewerMariaDb() {
            super(TestDatabase::newerMariaDb);
        }

        /** Above READ COMMITTED a renewal fails the transaction: from 11.6 on, innodb_snapshot_isolation is on. */
        @Test
        void aLeaseThatWasRenewedMeanwhileIsCheckedAtReadCommitted() throws Exception {
            try (LockClient locks = client();
                    Connection connection = database().connect();
                    Statement statement = connection.createStatement()) {
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
            statement.execute("SELECT COUNT(*) FROM lockkeeper_locks2");
            database().execute("UPDATE lockkeeper_locks2 SET changes = changes + 1, ends = ends + 1"); // As a renewal.
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

        /** Her own clock tells her that she holds the lock: it is the row that refuses. */
        @Test
        void aHolderThatWasPausedPastItsLeaseCommitsNothing() throws Exception {
            try (JavaProcess ann = bookkeeper("ann");
                    LockClient locks = client()) {
                ann.awaitLine("written"::equals, PATIENCE);
                ann.pause();
                endLeaseIn(0);
                try (Lease lease = locks.lock("book").acquire()) {
                    try (Connection connection = database().connect()) {
                        connection.setAutoCommit(false);
                        Bookkeeper.write(connection, "eve", lease.token());
                        LeaseCheck.create().inTransaction(connection, lease);
                        connection.commit();
                    }
                    ann.resume();
                    ann.writeLine("check");
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
                endLeaseIn(6);
                ann.writeLine("check");
                ann.awaitLine("checked"::equals, PATIENCE);
                ann.pause();
                Await.until("her lease has ended", PATIENCE, () -> database().number(leases() + now()) == 0);
                assertThat(locks.lock("book").tryAcquire())
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

        private void endLeaseIn(int seconds) throws SQLException {
            database()
                    .execute("UPDATE lockkeeper_locks2 SET changes = changes + 1, ends = " + now() + " + "
                            + seconds * 1_000_000 + " WHERE claim IS NOT NULL");
        }

        private static String leases() {
            return "SELECT COUNT(*) FROM lockkeeper_locks2 WHERE claim IS NOT NULL AND ends > ";
        }

        private String now() throws SQLException {
            try (Connection connection = database().connect()) {
                return Dialects.of(connection).now();
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

        /** A row that is locked is passed over. */
        @Test
        void aLongCheckStopsNoOthersRenewals() throws Exception {
            try (JdbcStore store = database().open();
                    LockClient locks = client();
                    Connection connection = database().connect()) {
                Lease checked = locks.lock("checked").acquire();
                Lease other = locks.lock("other").acquire();
                connection.setAutoCommit(false);
                LeaseCheck.create().inTransaction(connection, checked);
                RenewalOutcome outcome = answer(store.renew(List.of(renewal(checked), renewal(other))));
                assertThat(outcome.renewed())
                        .containsOnlyKeys(renewal(other).grant().claim());
                assertThat(outcome.lost()).isEmpty();
                connection.rollback();
                checked.close();
                other.close();
            }
        }

        private static Renewal renewal(Lease lease) {
            LeaseId id = lease.id();
            ClaimId claim = new ClaimId(id.client(), id.sequence());
            Tokens tokens = new Tokens(id.firstToken(), id.lastToken());
            return new Renewal(
                    new Grant(id.name(), claim, tokens, new Remaining(1, 1), false), Bookkeeper.LEASE.multipliedBy(2));
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

        /** A statement waits for a locked row for three seconds. */
        LockClient client() {
            return Engine.load()
                    .start(
                            database().open("lockkeeper.timeout=6s"),
                            ClientOptions.defaults().withLease(Bookkeeper.LEASE));
        }
    }
}
