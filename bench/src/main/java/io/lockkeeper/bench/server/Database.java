package io.lockkeeper.bench.server;

import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.PostgresServer;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A database server, seen through a connection of the harness's own. Each statement travels.
 *
 * <p>What differs between databases is their statements: a folder of scripts each. Not thread-safe.
 */
final class Database extends CountingServer<LoopbackServer> {
    /** For the pools of all contestants, each with several processes that keep theirs while it is another one's turn. */
    private static final int CONNECTIONS = 1_000;

    private final Connection connection;

    private Database(ServerKind kind, LoopbackServer server) {
        super(kind, server);
        try {
            this.connection = DriverManager.getConnection(server.url());
            run(Script.named(kind, "session"));
            run(Script.named(kind, "tables"));
        } catch (SQLException | RuntimeException e) {
            server.close();
            throw new IllegalStateException("the database cannot be used", e);
        }
    }

    static Server startPostgreSql() {
        return new Database(
                ServerKind.POSTGRESQL,
                PostgresServer.start("max_connections=" + CONNECTIONS, "shared_preload_libraries=pg_stat_statements"));
    }

    static Server startMariaDb() {
        need("mariadbd", "mariadb-server");
        return new Database(ServerKind.MARIADB, MariaDbServer.start("--max-connections=" + CONNECTIONS));
    }

    @Override
    public String description() {
        try {
            DatabaseMetaData about = connection.getMetaData();
            return about.getDatabaseProductName() + " " + about.getDatabaseProductVersion();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void flush() {
        try {
            run(rows(Script.named(kind(), "empty")));
        } catch (SQLException e) {
            throw new IllegalStateException("the tables cannot be emptied", e);
        }
    }

    @Override
    Map<Counter, Double> counts() {
        Map<Counter, Double> counts = new EnumMap<>(Counter.class);
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(Script.named(kind(), "counts").get(0))) {
            row.next();
            for (Counter counter : kind().counters()) {
                counts.put(counter, row.getDouble(counter.toString()));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database's counters cannot be read", e);
        }
        return counts;
    }

    private List<String> rows(List<String> query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query.get(0))) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private void run(List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }
}
