package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.jdbc.LeaseCheck;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A transaction that commits only if the lock that protects it is still held. Lock and data are in the same database. */
public final class CheckedCommit {

    private CheckedCommit() {}

    /** Books a payment under a lock. */
    public static void main(String[] args) throws InterruptedException, SQLException {
        String url = args.length > 0 ? args[0] : "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1";
        LeaseCheck check = LeaseCheck.create();
        try (LockClient locks = LockClient.connect(url);
                Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS payments (order_id INT PRIMARY KEY, cents INT)");
            connection.setAutoCommit(false);
            try (Lease lease = locks.lock("orders:42").acquire()) {
                statement.executeUpdate("DELETE FROM payments WHERE order_id = 42");
                statement.executeUpdate("INSERT INTO payments (order_id, cents) VALUES (42, 1999)");
                // The last statement: from here on, no other client can acquire the lock before this transaction ends.
                check.inTransaction(connection, lease);
                connection.commit();
                System.out.println("committed under token " + (lease.token() > 0 ? "of the holder" : "?"));
            }
        }
    }
}
