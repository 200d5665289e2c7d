package io.lockkeeper.examples;

import io.lockkeeper.optimistic.Columns;
import io.lockkeeper.optimistic.VersionOutcome;
import io.lockkeeper.optimistic.Versioned;
import io.lockkeeper.optimistic.VersionedTable;
import java.sql.SQLException;
import java.util.List;
import org.h2.jdbcx.JdbcConnectionPool;

/** A versioned update: no lock is held, and a concurrent update is detected instead of overwritten. */
public final class UpdateByVersion {
    private UpdateByVersion() {}

    private record Price(String currency, int cents) {}

    /** Runs the example. */
    public static void main(String[] args) throws SQLException, InterruptedException {
        VersionedTable<Price> prices = new VersionedTable<>(
                "article",
                "id",
                "version",
                new Columns<>(
                        List.of("currency", "cents"),
                        row -> new Price(row.getString(1), row.getInt(2)),
                        price -> List.of(price.currency(), price.cents())));
        JdbcConnectionPool database = JdbcConnectionPool.create("jdbc:h2:mem:by-version", "", "");
        try {
            execute(database, "CREATE TABLE article (id INT PRIMARY KEY, currency CHAR(3), cents INT, version INT)");
            execute(database, "INSERT INTO article VALUES (42, 'EUR', 1000, 1)");

            // Pass a connection instead of the database to update in your own transaction.
            VersionOutcome<Versioned<Price>> outcome = prices.update(database, 42, price -> {
                if (price.cents() == 1000) { // A concurrent update, once.
                    execute(database, "UPDATE article SET cents = 1500, version = version + 1 WHERE id = 42");
                }
                return new Price(price.currency(), price.cents() + 99);
            });

            if (outcome instanceof VersionOutcome.Updated<Versioned<Price>> updated) {
                System.out.println("Written: " + updated.value() + ", after attempts: " + updated.attempts());
            } else if (outcome instanceof VersionOutcome.Conflict<?> conflict) {
                System.out.println("Not reached: somebody was faster " + conflict.attempts() + " times");
            } else {
                System.out.println("Not reached: there is no article 42");
            }
        } finally {
            database.dispose();
        }
    }

    private static void execute(JdbcConnectionPool database, String sql) {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
