package io.lockkeeper.optimistic;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;

/** A database with a table of accounts, and what others do to it. Thread-safe. */
final class Bank implements AutoCloseable {

    private final HikariDataSource source;
    private final AtomicLong ids = new AtomicLong();

    private Bank(HikariDataSource source) {
        this.source = source;
    }

    static Bank open(String url) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(10);
        Bank bank = new Bank(new HikariDataSource(config));
        bank.execute("DROP TABLE IF EXISTS account");
        bank.execute("CREATE TABLE account (id BIGINT PRIMARY KEY, owner VARCHAR(40), balance BIGINT NOT NULL,"
                + " version BIGINT NOT NULL, fence BIGINT DEFAULT 0)");
        return bank;
    }

    HikariDataSource source() {
        return source;
    }

    int borrowed() {
        return source.getHikariPoolMXBean().getActiveConnections();
    }

    /** A new account of Ada's, at version 1 and fence 0; its key. */
    long open(long balance) throws SQLException {
        long id = ids.incrementAndGet();
        execute("INSERT INTO account VALUES (" + id + ", 'Ada', " + balance + ", 1, 0)");
        return id;
    }

    /** What somebody else deposits, by version as all do. */
    void deposit(long id, long amount) {
        try {
            execute("UPDATE account SET balance = balance + " + amount + ", version = version + 1 WHERE id = " + id);
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    void delete(long id) {
        try {
            execute("DELETE FROM account WHERE id = " + id);
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    long number(String column, long id) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + column + " FROM account WHERE id = " + id)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        source.close();
    }
}
