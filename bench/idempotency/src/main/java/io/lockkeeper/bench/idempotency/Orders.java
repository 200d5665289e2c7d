package io.lockkeeper.bench.idempotency;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/** The handler of all contestants: a pause, as if it computed, and one row. Nothing stops a second row for the same key. */
final class Orders {

    private final Duration pause;

    Orders(Duration pause) {
        this.pause = pause;
    }

    static void createTable(Statement statement) throws SQLException {
        statement.execute("CREATE TABLE orders (key text NOT NULL, item text NOT NULL, quantity int NOT NULL)");
    }

    /** Writes in a transaction of the caller's, and returns the answer. */
    String place(Connection transaction, String key) throws SQLException {
        work();
        try (PreparedStatement insert =
                transaction.prepareStatement("INSERT INTO orders (key, item, quantity) VALUES (?, ?, ?)")) {
            insert.setString(1, key);
            insert.setString(2, "chair");
            insert.setInt(3, 2);
            insert.executeUpdate();
        }
        return "{\"order\":\"" + key + "\",\"item\":\"chair\",\"quantity\":2}";
    }

    /** Writes in a transaction of its own. */
    String place(DataSource source, String key) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                String answer = place(connection, key);
                connection.commit();
                return answer;
            } catch (SQLException | RuntimeException failure) {
                connection.rollback();
                throw failure;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    private void work() {
        if (!pause.isZero()) {
            try {
                Thread.sleep(pause.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("The benchmark was interrupted", e);
            }
        }
    }
}
