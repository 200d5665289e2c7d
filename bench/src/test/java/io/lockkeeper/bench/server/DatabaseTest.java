package io.lockkeeper.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RequiresMariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class DatabaseTest {
    private static final int STATEMENTS = 20;

    @Test
    void postgreSqlCountsStatementsAndIsEmptied() throws SQLException {
        assertCountsAndIsEmptied(ServerKind.POSTGRESQL);
    }

    @Test
    @RequiresMariaDb
    void mariaDbCountsStatementsAndIsEmptied() throws SQLException {
        assertCountsAndIsEmptied(ServerKind.MARIADB);
    }

    @Test
    void aTransactionOnPostgreSqlCountsWithItsBeginningAndItsEnd() throws SQLException {
        try (Server server = ServerKind.POSTGRESQL.start();
                Connection client = DriverManager.getConnection(server.url());
                PreparedStatement statement = client.prepareStatement("DELETE FROM raw_lock WHERE name = 'a'")) {
            client.setAutoCommit(false);
            Supplier<Load> meter = server.measure();
            for (int i = 0; i < STATEMENTS; i++) {
                statement.execute();
                client.commit();
            }

            assertThat(meter.get().count(Counter.STATEMENTS, new Traffic())).isEqualTo(3 * STATEMENTS);
        }
    }

    private static void assertCountsAndIsEmptied(ServerKind kind) throws SQLException {
        try (Server server = kind.start();
                Connection client = DriverManager.getConnection(server.url());
                Statement statement = client.createStatement()) {
            double before = server.measure().get().count(Counter.STATEMENTS, new Traffic());
            Supplier<Load> meter = server.measure();
            statement.execute("INSERT INTO raw_lock VALUES ('a', 'b')");
            for (int i = 1; i < STATEMENTS; i++) {
                statement.execute("UPDATE raw_lock SET owner = 'c' WHERE name = 'a'");
            }

            Load load = meter.get();
            server.flush();

            assertThat(before).isZero();
            assertThat(load.count(Counter.STATEMENTS, new Traffic())).isEqualTo(STATEMENTS);
            if (kind.counters().contains(Counter.BYTES)) {
                assertThat(load.count(Counter.BYTES, new Traffic())).isGreaterThan(50 * STATEMENTS);
            }
            assertThat(load.cpuSeconds()).isBetween(0.0, 10.0);
            try (ResultSet row = statement.executeQuery("SELECT count(*) FROM raw_lock")) {
                row.next();
                assertThat(row.getInt(1)).isZero();
            }
            assertThat(server.description()).containsIgnoringCase(kind.toString());
        }
    }
}
