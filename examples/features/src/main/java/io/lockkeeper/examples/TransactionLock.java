package io.lockkeeper.examples;

import io.lockkeeper.jdbc.JdbcStore;
import io.lockkeeper.jdbc.RowLock;
import io.lockkeeper.store.StoreAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A lock bound to a transaction, for work that is a single transaction of the same database. */
public final class TransactionLock {

    private TransactionLock() {}

    /** Moves money between accounts, one transfer at a time. */
    public static void main(String[] args) throws SQLException {
        String url = args.length > 0 ? args[0] : "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1";
        JdbcStore.connect(StoreAddress.parse(url)).close(); // Creates the tables, once.
        RowLock rows = RowLock.create();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS accounts (id INT PRIMARY KEY, cents INT)");
            statement.executeUpdate("INSERT INTO accounts (id, cents) VALUES (1, 500), (2, 0)");
            connection.setAutoCommit(false);
            rows.lock(connection, "transfers", Duration.ofSeconds(2));
            statement.executeUpdate("UPDATE accounts SET cents = cents - 100 WHERE id = 1");
            statement.executeUpdate("UPDATE accounts SET cents = cents + 100 WHERE id = 2");
            connection.commit(); // Releases the lock, as would a rollback or a broken connection.
            System.out.println("transferred");
        }
    }
}
