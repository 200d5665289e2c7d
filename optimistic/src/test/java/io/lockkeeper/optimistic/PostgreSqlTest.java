package io.lockkeeper.optimistic;

import static java.util.Objects.requireNonNull;

import io.lockkeeper.servers.PostgresServer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Optimistic updates on PostgreSQL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgreSqlTest implements EveryDatabaseContract {

    private @Nullable Bank bank;
    private @Nullable PostgresServer server;

    @BeforeAll
    void start() throws SQLException {
        server = PostgresServer.start("deadlock_timeout=50ms");
        bank = Bank.open(server.url());
    }

    @Override
    public Bank bank() {
        return requireNonNull(bank);
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
