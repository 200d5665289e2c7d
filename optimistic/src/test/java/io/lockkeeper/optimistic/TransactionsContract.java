package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Transactions that the database gives up are run again; nothing of a lost one stays. */
interface TransactionsContract extends OnDatabase {

    OptimisticUpdate PATIENT = OptimisticUpdate.with(Retries.of(200, Duration.ofMillis(1), Duration.ofMillis(50)));

    @Test
    default void whatWasWrittenIsCommitted() throws Exception {
        long id = bank().open(100);
        assertThat(PATIENT.inTransactions(bank().source(), connection -> add(connection, id, 5)))
                .isEqualTo(new VersionOutcome.Updated<>(105L, 1));
        assertThat(bank().number("balance", id)).isEqualTo(105);
    }

    @Test
    default void whatFailsIsRolledBackAndThrown() throws Exception {
        long id = bank().open(100);
        assertThatThrownBy(() -> PATIENT.inTransactions(bank().source(), connection -> {
                    add(connection, id, 5);
                    throw new SQLException("full", "53100");
                }))
                .hasMessage("full");
        assertThat(bank().number("balance", id)).isEqualTo(100);
        assertThat(bank().borrowed()).isZero();
    }

    /** As Kotlin and Groovy throw them; and no pool rolls back what its user did not. */
    @Test
    default void anExceptionThatNobodyDeclaredIsRolledBackToo() throws Exception {
        long id = bank().open(100);
        try (Connection connection = bank().source().getConnection()) {
            DataSource keeping = new SingleConnectionDataSource(connection, true);
            assertThatThrownBy(() -> PATIENT.inTransactions(keeping, same -> {
                        Optional<Long> written = add(same, id, 5);
                        TransactionsContract.<RuntimeException>fail(new IOException("gone"));
                        return written;
                    }))
                    .isInstanceOf(IOException.class);
            assertThat(connection.getAutoCommit()).isTrue();
        }
        assertThat(bank().number("balance", id)).isEqualTo(100);
    }

    @SuppressWarnings("unchecked")
    private static <X extends Exception> void fail(Exception thrown) throws X {
        throw (X) thrown;
    }

    @Test
    default void aLostAttemptLeavesNothing() throws Exception {
        long id = bank().open(100);
        AtomicInteger attempts = new AtomicInteger();
        assertThat(PATIENT.inTransactions(bank().source(), connection -> {
                    Optional<Long> written = add(connection, id, 5);
                    if (attempts.incrementAndGet() < 3) {
                        throw new SQLException("lost", "40001");
                    }
                    return written;
                }))
                .isEqualTo(new VersionOutcome.Updated<>(105L, 3));
        assertThat(bank().number("balance", id)).isEqualTo(105);
    }

    @Test
    default void serializableTransactionsThatMeetLoseNoDeposit() throws Exception {
        long id = bank().open(0);
        CyclicBarrier allHaveRead = new CyclicBarrier(Crowd.SIZE);
        List<Integer> attempts = Crowd.all(() -> {
            AtomicBoolean met = new AtomicBoolean();
            int mine = 0;
            for (int deposit = 0; deposit < 5; deposit++) {
                VersionOutcome<Long> outcome = PATIENT.inTransactions(bank().source(), connection -> {
                    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                    Optional<Long> balance = balance(connection, id);
                    Crowd.meetOnce(met, allHaveRead);
                    return write(connection, id, balance.map(found -> found + 1));
                });
                mine += outcome instanceof VersionOutcome.Updated<Long> updated ? updated.attempts() : 1_000;
            }
            return mine;
        });
        assertThat(bank().number("balance", id)).isEqualTo(Crowd.SIZE * 5L);
        assertThat(attempts).as("those who met").anyMatch(number -> number > 5).allMatch(number -> number < 1_000);
    }

    @Test
    default void aDeadlockIsAConflict() throws Exception {
        long one = bank().open(0);
        long other = bank().open(0);
        CyclicBarrier allHaveOne = new CyclicBarrier(Crowd.SIZE);
        AtomicInteger turn = new AtomicInteger();
        long[] ids = new long[Crowd.SIZE]; // Two want the same pair, in opposite orders; the others have their own.
        for (int index = 2; index < ids.length; index++) {
            ids[index] = bank().open(0);
        }
        List<Integer> attempts = Crowd.all(() -> {
            int mine = turn.getAndIncrement();
            long first = mine == 0 ? one : mine == 1 ? other : ids[mine];
            long second = mine == 0 ? other : mine == 1 ? one : ids[mine];
            AtomicBoolean met = new AtomicBoolean();
            VersionOutcome<Integer> outcome = PATIENT.inTransactions(bank().source(), connection -> {
                increment(connection, first);
                Crowd.meetOnce(met, allHaveOne);
                increment(connection, second);
                return Optional.of(mine);
            });
            return outcome instanceof VersionOutcome.Updated<Integer> updated ? updated.attempts() : 0;
        });
        assertThat(attempts).doesNotContain(0).anyMatch(number -> number > 1);
        assertThat(bank().number("balance", one)).isEqualTo(2);
        assertThat(bank().number("balance", other)).isEqualTo(2);
    }

    @Test
    default void aSourceWithoutAutoCommitIsCommittedAndLeftAsItWas() throws Exception {
        long id = bank().open(100);
        try (HikariDataSource manual = new HikariDataSource()) {
            manual.setJdbcUrl(bank().source().getJdbcUrl());
            manual.setAutoCommit(false);
            manual.setMaximumPoolSize(1);
            assertThat(new CounterColumn("account", "id", "balance").take(manual, id, 40))
                    .isEqualTo(new CounterOutcome.Updated(1));
            assertThat(PATIENT.inTransactions(manual, connection -> add(connection, id, 5)))
                    .isEqualTo(new VersionOutcome.Updated<>(65L, 1));
            try (Connection connection = manual.getConnection()) {
                assertThat(connection.getAutoCommit()).isFalse();
            }
        }
        assertThat(bank().number("balance", id)).isEqualTo(65);
    }

    private static Optional<Long> add(Connection connection, long id, long amount) throws SQLException {
        return write(connection, id, balance(connection, id).map(balance -> balance + amount));
    }

    private static Optional<Long> balance(Connection connection, long id) throws SQLException {
        return Row.find(connection, "SELECT balance FROM account WHERE id = ?", id, row -> row.getLong(1));
    }

    private static Optional<Long> write(Connection connection, long id, Optional<Long> next) throws SQLException {
        if (next.isPresent()) {
            Row.update(connection, "UPDATE account SET balance = ? WHERE id = ?", List.of(next.get(), id));
        }
        return next;
    }

    private static void increment(Connection connection, long id) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE account SET balance = balance + 1 WHERE id = " + id);
        }
    }
}
