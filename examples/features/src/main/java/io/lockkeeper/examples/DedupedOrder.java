package io.lockkeeper.examples;

import io.lockkeeper.idempotency.dedupe.DedupeDatabase;
import io.lockkeeper.idempotency.dedupe.DedupeLayout;
import io.lockkeeper.idempotency.dedupe.DedupeOutcome;
import io.lockkeeper.idempotency.dedupe.DedupeTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.h2.jdbcx.JdbcConnectionPool;

/** An order that is sent twice and booked once: the mark is a row in the transaction that books it. */
public final class DedupedOrder {
    private DedupedOrder() {}

    /** Runs the example. */
    public static void main(String[] args) throws SQLException {
        JdbcConnectionPool database = JdbcConnectionPool.create("jdbc:h2:mem:deduped", "", "");
        try {
            DedupeLayout layout = DedupeLayout.shared("dedupe", "order_id");
            execute(database, DedupeTable.ddl(DedupeDatabase.H2, layout));
            execute(database, "CREATE TABLE booking (order_id VARCHAR(200), cents INT)");
            DedupeTable orders = DedupeTable.open(database, layout, "booking").withRetention(Duration.ofDays(30));

            System.out.println("Sent once: " + book(database, orders, "order-17", 1_000));
            System.out.println("Sent twice: " + book(database, orders, "order-17", 1_000));

            System.out.println("Expired marks purged: " + orders.purge(database, 1_000, 100));
        } finally {
            database.dispose();
        }
    }

    private static DedupeOutcome book(JdbcConnectionPool database, DedupeTable orders, String order, int cents)
            throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            DedupeOutcome outcome = orders.first(connection, order);
            if (outcome instanceof DedupeOutcome.First) {
                try (var insert = connection.prepareStatement("INSERT INTO booking VALUES (?, ?)")) {
                    insert.setString(1, order);
                    insert.setInt(2, cents);
                    insert.executeUpdate();
                }
            }
            connection.commit();
            return outcome;
        }
    }

    private static void execute(JdbcConnectionPool database, String sql) throws SQLException {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
