package io.lockkeeper.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockException;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.StoreAddress;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Duration;

/** A process that writes into a book under a lock, step by step as it is told: a line each. */
final class Bookkeeper {

    static final Duration LEASE = Duration.ofMinutes(10);

    private Bookkeeper() {}

    /** Expects the database's URL, and who writes. */
    public static void main(String[] arguments) throws Exception {
        String url = arguments[0];
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        ClientOptions options = ClientOptions.defaults().withLease(LEASE);
        try (LockClient locks = Engine.load().start(JdbcStore.connect(StoreAddress.parse(url)), options);
                Connection connection = DriverManager.getConnection(url)) {
            Lease lease = locks.lock("book").acquire();
            connection.setAutoCommit(false);
            write(connection, arguments[1], lease.token());
            System.out.println("written");
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                System.out.println(carryOut(order, connection, lease));
            }
        }
    }

    static void write(Connection connection, String who, long token) throws Exception {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO book (who, token) VALUES (?, ?)")) {
            insert.setString(1, who);
            insert.setLong(2, token);
            insert.executeUpdate();
        }
    }

    private static String carryOut(String order, Connection connection, Lease lease) throws Exception {
        switch (order) {
            case "check" -> {
                try {
                    LeaseCheck.create().inTransaction(connection, lease);
                    return "checked";
                } catch (LockException lost) {
                    connection.rollback();
                    return "refused " + lost.getMessage();
                }
            }
            default -> {
                connection.commit();
                return "committed";
            }
        }
    }
}
