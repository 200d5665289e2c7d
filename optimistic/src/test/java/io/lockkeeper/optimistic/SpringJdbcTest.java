package io.lockkeeper.optimistic;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Statements that Spring's JdbcClient sends. */
class SpringJdbcTest {

    private final OptimisticUpdate updates =
            OptimisticUpdate.with(Retries.standard().withPause(most -> {}));
    private Bank bank;
    private JdbcClient jdbc;
    private long id;

    @BeforeEach
    void open() throws SQLException {
        bank = Bank.open("jdbc:h2:mem:spring;DB_CLOSE_DELAY=-1");
        jdbc = JdbcClient.create(bank.source());
        id = bank.open(100);
    }

    @AfterEach
    void close() {
        bank.close();
    }

    @Test
    void byVersionItTriesAgain() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        assertThat(updates.byVersion(
                        () -> jdbc.sql("SELECT owner, balance, version FROM account WHERE id = ?")
                                .param(id)
                                .query((row, number) ->
                                        new Versioned<>(new Account(row.getString(1), row.getLong(2)), row.getLong(3)))
                                .optional(),
                        account -> {
                            if (attempts.incrementAndGet() == 1) {
                                bank.deposit(id, 20);
                            }
                            return account.plus(5);
                        },
                        (next, seen) -> jdbc.sql(
                                        "UPDATE account SET balance = ?, version = version + 1 WHERE id = ? AND version = ?")
                                .params(next.balance(), id, seen)
                                .update()))
                .isEqualTo(new VersionOutcome.Updated<>(new Versioned<>(new Account("Ada", 125), 3), 2));
    }

    @Test
    void byConditionItTellsWhatIsLeft() throws Exception {
        assertThat(take(60)).isEqualTo(new CounterOutcome.Updated(1));
        assertThat(take(60)).isEqualTo(new CounterOutcome.NotEnough(40));
        bank.delete(id);
        assertThat(take(60)).isEqualTo(new CounterOutcome.Gone());
    }

    @Test
    void byFenceItTellsWhoIsNewer() throws Exception {
        assertThat(write(8)).isEqualTo(new FenceOutcome.Updated(1));
        assertThat(write(7)).isEqualTo(new FenceOutcome.Stale(8));
    }

    @Test
    void aTransactionThatTheDatabaseGaveUpIsRunAgain() throws Exception {
        TransactionTemplate repeatable = new TransactionTemplate(new JdbcTransactionManager(bank.source()));
        repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        AtomicInteger attempts = new AtomicInteger();
        Transaction<Long, RuntimeException> deposit = () -> requireNonNull(repeatable.execute(status -> {
            Optional<Long> balance = balance();
            if (attempts.incrementAndGet() == 1) {
                bank.deposit(id, 20);
            }
            balance.ifPresent(seen -> jdbc.sql("UPDATE account SET balance = ? WHERE id = ?")
                    .params(seen + 5, id)
                    .update());
            return balance();
        }));

        assertThatThrownBy(() -> updates.inTransactions(deposit))
                .isInstanceOf(PessimisticLockingFailureException.class); // Spring wraps what the database said.
        attempts.set(0);
        assertThat(updates.countingAsConflict(Conflicts.inSql()).inTransactions(deposit))
                .isEqualTo(new VersionOutcome.Updated<>(145L, 2));
    }

    private CounterOutcome take(long amount) throws InterruptedException {
        return updates.byCondition(
                amount,
                () -> jdbc.sql("UPDATE account SET balance = balance - :n WHERE id = :id AND balance >= :n")
                        .param("n", amount)
                        .param("id", id)
                        .update(),
                this::balance);
    }

    private FenceOutcome write(long token) throws InterruptedException {
        return updates.byFence(
                token,
                () -> jdbc.sql("UPDATE account SET balance = 1, fence = :token WHERE id = :id AND fence <= :token")
                        .param("token", token)
                        .param("id", id)
                        .update(),
                () -> jdbc.sql("SELECT fence FROM account WHERE id = ?")
                        .param(id)
                        .query(Long.class)
                        .optional());
    }

    private Optional<Long> balance() {
        return jdbc.sql("SELECT balance FROM account WHERE id = ?")
                .param(id)
                .query(Long.class)
                .optional();
    }
}
