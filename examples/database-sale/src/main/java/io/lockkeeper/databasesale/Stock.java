package io.lockkeeper.databasesale;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * The table of stock: a row an article.
 *
 * @param url where it is
 * @param pool connections to it
 */
record Stock(String url, HikariDataSource pool) implements AutoCloseable {

    static Stock open(String url, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        return new Stock(url, new HikariDataSource(config));
    }

    DataSource source() {
        return pool;
    }

    /** Makes the table anew, with so much of the first article, and plenty of the second. */
    void fill(int items) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS stock");
            statement.execute("CREATE TABLE stock (article INT PRIMARY KEY, items INT NOT NULL, version INT NOT NULL)");
            statement.execute(
                    "INSERT INTO stock (article, items, version) VALUES (1, " + items + ", 1), (2, 1000000000, 1)");
        }
    }

    int left(int article) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return left(connection, article);
        }
    }

    static int left(Connection connection, int article) throws SQLException {
        try (PreparedStatement read = connection.prepareStatement("SELECT items FROM stock WHERE article = ?")) {
            read.setInt(1, article);
            try (ResultSet row = read.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    static void write(Connection connection, int article, int left) throws SQLException {
        try (PreparedStatement write = connection.prepareStatement("UPDATE stock SET items = ? WHERE article = ?")) {
            write.setInt(1, left);
            write.setInt(2, article);
            write.executeUpdate();
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
