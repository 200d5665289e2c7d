package io.lockkeeper.optimistic;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.RequiresMariaDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Optimistic updates on MariaDB. */
@RequiresMariaDb
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MariaDbTest implements EveryDatabaseContract {

    private @Nullable Bank bank;
    private @Nullable MariaDbServer server;

    @BeforeAll
    void start() throws SQLException {
        server = MariaDbServer.start();
        bank = Bank.open(server.url());
    }

    @Override
    public Bank bank() {
        return requireNonNull(bank);
    }

    @Test
    void aSnapshotThatContradictsTheRefusalIsAConflictAtOnce() throws Exception {
        long id = bank().open(5);
        assertThat(rolledBack(Connection.TRANSACTION_REPEATABLE_READ, connection -> {
                    Row.update(connection, "SET SESSION innodb_snapshot_isolation = OFF", List.of());
                    assertThat(balance(connection, id)).hasValue(5L);
                    bank().deposit(id, -4);
                    return new CounterColumn("account", "id", "balance").take(connection, id, 3);
                }))
                .isEqualTo(new CounterOutcome.Conflict(1, Optional.empty()));
    }

    @Test
    void aRowThatChangedSinceItWasReadIsAConflictUnderSnapshotIsolation() throws Exception {
        long id = bank().open(100);
        AtomicInteger attempts = new AtomicInteger();
        try (HikariDataSource strict = with("sessionVariables=innodb_snapshot_isolation=ON")) {
            assertThat(OptimisticUpdate.with(Retries.standard()).inTransactions(strict, connection -> {
                        long seen = balance(connection, id).orElseThrow();
                        if (attempts.incrementAndGet() == 1) {
                            bank().deposit(id, 20);
                        }
                        Row.update(connection, "UPDATE account SET balance = ? WHERE id = ?", List.of(seen + 5, id));
                        return balance(connection, id);
                    }))
                    .isEqualTo(new VersionOutcome.Updated<>(125L, 2));
        }
    }

    @Test
    void aDriverThatCountsChangesOnlyMakesAConflictOfAnEqualWrite() throws Exception {
        long id = bank().open(100);
        try (HikariDataSource changes = with("useAffectedRows=true")) {
            FencedTable fenced = new FencedTable("account", "id", "fence")
                    .withRetries(Retries.standard().withPause(most -> {}));
            assertThat(fenced.show(changes, id, 7)).isEqualTo(new FenceOutcome.Updated(1));
            assertThat(fenced.show(changes, id, 7)).isEqualTo(new FenceOutcome.Conflict(8, Optional.empty()));
        }
    }

    private HikariDataSource with(String option) {
        HikariDataSource source = new HikariDataSource();
        source.setJdbcUrl(bank().source().getJdbcUrl() + "&" + option);
        source.setMaximumPoolSize(1);
        return source;
    }

    private static Optional<Long> balance(Connection connection, long id) throws SQLException {
        return Row.find(connection, "SELECT balance FROM account WHERE id = ?", id, row -> row.getLong(1));
    }

    @AfterAll
    void stop() {
        if (bank != null) {
            bank.close();
        }
        if (server != null) {
            server.close();
        }
    }
}
