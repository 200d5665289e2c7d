package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.databases.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A deadlock of InnoDB undoes the whole transaction, whatever its savepoints. */
class DeadlockTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"MARIADB", "NEWER_MARIADB", "MYSQL"})
    void an_operation_that_hides_a_deadlock_of_a_nested_one_commits_nothing(Kind kind) throws Exception {
        Shop shop = Shop.on(kind);
        TransactionalIdempotency idempotency = shop.open();
        try (Connection other = other(shop)) {
            CountDownLatch deadlocked = new CountDownLatch(1);
            assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("outer"), attempt -> {
                        shop.place(attempt);
                        take(attempt.connection(), shop, 2);
                        Future<?> waiting = takeInBackground(other, shop);
                        try {
                            idempotency.runInTransaction(Shop.call("inner"), inner -> {
                                take(inner.connection(), shop, 1);
                                return "not reached";
                            });
                        } catch (TransactionRolledBackException undone) {
                            assertThat(undone).hasCauseInstanceOf(SQLException.class);
                            deadlocked.countDown();
                        }
                        waiting.get(30, TimeUnit.SECONDS);
                        shop.place(attempt);
                        return "as if nothing had happened";
                    }))
                    .isInstanceOf(TransactionRolledBackException.class);
            assertThat(deadlocked.getCount()).isZero();
            other.rollback();
        }
        assertThat(shop.count()).isZero();
        assertThat(idempotency.runInTransaction(Shop.call("outer"), shop.order()))
                .isInstanceOf(Outcome.Executed.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"MARIADB", "NEWER_MARIADB", "MYSQL"})
    void a_caller_who_goes_on_after_failures_is_told_that_the_transaction_is_gone(Kind kind) throws Exception {
        Shop shop = Shop.on(kind);
        TransactionalIdempotency idempotency = shop.open();
        try (Connection other = other(shop);
                Connection own = shop.connect()) {
            own.setAutoCommit(false);
            idempotency.in(own).runInTransaction(Shop.call("first"), shop.order());
            take(own, shop, 2);
            Future<?> waiting = takeInBackground(other, shop);
            assertThatThrownBy(() -> idempotency.in(own).runInTransaction(Shop.call("second"), attempt -> {
                        take(attempt.connection(), shop, 1);
                        return "not reached";
                    }))
                    .isInstanceOf(TransactionRolledBackException.class)
                    .hasCauseInstanceOf(SQLException.class);
            waiting.get(30, TimeUnit.SECONDS);
            own.commit();
            other.rollback();
        }
        assertThat(shop.count()).isZero();
        assertThat(idempotency.runInTransaction(Shop.call("first"), shop.order()))
                .isInstanceOf(Outcome.Executed.class);
    }

    /** A transaction that has the first of two rows, and survives deadlocks since it has more changes. */
    private static Connection other(Shop shop) throws SQLException {
        shop.execute("CREATE TABLE stock_" + shop.orders() + " (id INT PRIMARY KEY, pieces INT) ENGINE = InnoDB");
        shop.execute("INSERT INTO stock_" + shop.orders() + " VALUES (1, 0), (2, 0)");
        Connection other = shop.connect();
        other.setAutoCommit(false);
        for (int row = 0; row < 100; row++) {
            TestSource.execute(other, "INSERT INTO " + shop.orders() + " VALUES ('weight')");
        }
        take(other, shop, 1);
        return other;
    }

    private Future<?> takeInBackground(Connection other, Shop shop) {
        return threads.submit(() -> {
            take(other, shop, 2);
            return null;
        });
    }

    private static void take(Connection connection, Shop shop, int row) throws SQLException {
        TestSource.execute(connection, "UPDATE stock_" + shop.orders() + " SET pieces = pieces + 1 WHERE id = " + row);
    }
}
