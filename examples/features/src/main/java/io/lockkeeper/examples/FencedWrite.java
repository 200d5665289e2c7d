package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.optimistic.FencedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.h2.jdbcx.JdbcConnectionPool;

/** A write with a fencing token: the row refuses writes of a stale holder. */
public final class FencedWrite {
    private FencedWrite() {}

    /** Runs the example. */
    public static void main(String[] args) throws SQLException, InterruptedException {
        FencedTable accounts = new FencedTable("account", "id", "fence");
        LockOptions atMost50ms = LockOptions.defaults().withFixedLease(Duration.ofMillis(50));
        JdbcConnectionPool database = JdbcConnectionPool.create("jdbc:h2:mem:fenced-write", "", "");
        try (LockClient locks = LockClient.connect("memory:fenced-write")) {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE account"
                        + " (id INT PRIMARY KEY, balance INT NOT NULL, fence BIGINT NOT NULL DEFAULT 0)");
                statement.execute("INSERT INTO account (id, balance) VALUES (7, 0)");
            }

            Lease slow = locks.lock("account:7").acquire(atMost50ms);
            accounts.show(database, 7, slow.token()); // Before it reads, so that no older holder can write after that.
            // Here the slow holder is paused, for example by garbage collection, until its lease has expired.

            try (Lease next = locks.lock("account:7").acquire()) { // Gets in after 50 ms.
                System.out.println(
                        "The next one: " + accounts.write(database, 7, next.token(), Map.of("balance", 100)));
                System.out.println("The slow one: " + accounts.write(database, 7, slow.token(), Map.of("balance", 10)));
            }
        } finally {
            database.dispose();
        }
    }
}
