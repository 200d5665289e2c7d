package io.lockkeeper.bench.idempotency;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RedisServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The PostgreSQL and the Redis that all contestants use. For one thread, except for the pools. */
final class Servers implements AutoCloseable {
    /** The connections of one service, whoever the contestant is. */
    private static final int POOL = 8;

    private final PostgresServer database;
    private final RedisServer redis;
    private final Connection connection;

    private Servers(PostgresServer database, RedisServer redis, Connection connection) {
        this.database = database;
        this.redis = redis;
        this.connection = connection;
    }

    static Servers start() throws SQLException {
        PostgresServer database =
                PostgresServer.start("max_connections=400", "shared_preload_libraries=pg_stat_statements");
        RedisServer redis = RedisServer.start();
        Connection connection = DriverManager.getConnection(database.url());
        try (Statement statement = connection.createStatement()) {
            // What the benchmark itself asks is not counted.
            statement.execute("CREATE EXTENSION pg_stat_statements");
            statement.execute("SET pg_stat_statements.track = 'none'");
            Orders.createTable(statement);
            SpringService.createTable(statement);
        }
        return new Servers(database, redis, connection);
    }

    /** Opens a pool, and all of its connections, since each costs statements that are nobody's. */
    HikariDataSource pool() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setMaximumPoolSize(POOL);
        HikariDataSource pool = new HikariDataSource(config);
        List<Connection> opened = new ArrayList<>();
        while (opened.size() < POOL) {
            opened.add(pool.getConnection());
        }
        for (Connection each : opened) {
            each.close();
        }
        return pool;
    }

    RedisServer redis() {
        return redis;
    }

    String description() throws SQLException {
        return "PostgreSQL " + connection.getMetaData().getDatabaseProductVersion() + ", Redis " + redis.version();
    }

    /** Returns how many orders of a key there are. */
    int orders(String key) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement("SELECT count(*) FROM orders WHERE key = ?")) {
            count.setString(1, key);
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Starts to count statements anew. */
    void resetStatements() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_statements_reset()");
        }
    }

    /**
     * Returns the statements since then, and the transactions that were begun. The extension misses the driver's COMMIT and ROLLBACK,
     * which are prepared: there is one for each BEGIN.
     */
    Statements statements() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT coalesce(sum(calls) FILTER"
                        + " (WHERE query NOT LIKE 'BEGIN%' AND query NOT IN ('COMMIT', 'ROLLBACK')), 0),"
                        + " coalesce(sum(calls) FILTER (WHERE query LIKE 'BEGIN%'), 0) FROM pg_stat_statements")) {
            row.next();
            return new Statements(row.getLong(1), row.getLong(2));
        }
    }

    @Override
    public void close() throws SQLException {
        try (database;
                redis) {
            connection.close();
        }
    }

    /**
     * What the database was sent.
     *
     * @param inside statements other than those that begin and end transactions
     * @param transactions those begun; BEGIN travels together with the next statement
     */
    record Statements(long inside, long transactions) {}
}
