package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Attempt;
import io.lockkeeper.idempotency.LeasedAttempt;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.Recovered;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A service that an operation calls, in a table of its own. It notes every call, and has one effect for each name and key.
 *
 * @param bench where its tables are
 */
record OtherSide(LeaseBench bench) {

    void create() throws SQLException {
        bench.execute("CREATE TABLE " + calls() + " (name VARCHAR(20) NOT NULL, k VARCHAR(40) NOT NULL)");
        bench.execute("CREATE TABLE " + effects()
                + " (name VARCHAR(20) NOT NULL, k VARCHAR(40) NOT NULL, PRIMARY KEY (name, k))");
    }

    private String calls() {
        return bench.table() + "_calls";
    }

    private String effects() {
        return bench.table() + "_effects";
    }

    void call(String name, String key) throws SQLException {
        try (Connection connection = bench.connect()) {
            insert(connection, calls(), name, key);
            try {
                insert(connection, effects(), name, key);
            } catch (SQLException failure) {
                if (!String.valueOf(failure.getSQLState()).startsWith("23")) {
                    throw failure;
                }
            }
        }
    }

    private static void insert(Connection connection, String table, String name, String key) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?)")) {
            insert.setString(1, name);
            insert.setString(2, key);
            insert.executeUpdate();
        }
    }

    long countCalls(String name, String key) throws SQLException {
        return count(calls(), name, key);
    }

    long countEffects(String name, String key) throws SQLException {
        return count(effects(), name, key);
    }

    private long count(String table, String name, String key) throws SQLException {
        return bench.number("SELECT count(*) FROM " + table + " WHERE name = '" + name + "' AND k = '" + key + "'");
    }

    /** Two effects with a recovery point between them. */
    String order(LeasedAttempt attempt) throws SQLException {
        String key = attempt.key().id();
        attempt.step("charge", OutcomeCodec.plain(String.class), same -> {
            call("charge", key);
            return "charged";
        });
        call("ship", key);
        return "ordered";
    }

    /** Whether the order was placed. */
    Recovered<@Nullable String> ask(Attempt attempt) throws SQLException {
        return countEffects("ship", attempt.key().id()) == 1
                ? new Recovered.Done<>("ordered")
                : new Recovered.NotDone<>();
    }
}
