package io.lockkeeper.jdbc;

import io.lockkeeper.PlainText;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * How a store uses its database, beside where that is.
 *
 * @param schema the schema of its tables; the connection's own if empty
 * @param tablePrefix what the names of its tables begin with ({@code lockkeeper_})
 * @param createTables whether to make the tables if they are missing (yes)
 * @param timeout how long to wait for each answer, and for a connection (5 s)
 * @param claimTime the lease of a grant that is given to a waiter unasked, until the waiter's client extends it (2 s)
 * @param retention how long a lock's row outlives its last lease (10 min): so far the database's clock may
 *     step back without taking tokens back with it
 * @param connections how many connections to use at most, beside one for renewals and, on PostgreSQL, one to listen (8)
 */
public record JdbcSettings(
        Optional<String> schema,
        String tablePrefix,
        boolean createTables,
        Duration timeout,
        Duration claimTime,
        Duration retention,
        int connections) {

    static final Duration LONGEST_CLAIM_TIME = Duration.ofSeconds(10);

    private static final JdbcSettings DEFAULTS = new JdbcSettings(
            Optional.empty(),
            "lockkeeper_",
            true,
            Duration.ofSeconds(5),
            Duration.ofSeconds(2),
            Duration.ofMinutes(10),
            8);

    /** Checks the bounds. */
    public JdbcSettings {
        schema.ifPresent(name -> checkIdentifier("schema", name));
        checkIdentifier("table-prefix", tablePrefix);
        check("timeout", timeout, Duration.ofMillis(50), Duration.ofSeconds(60));
        check("claim-time", claimTime, Duration.ofMillis(500), LONGEST_CLAIM_TIME);
        check("retention", retention, Duration.ofMinutes(5), Duration.ofDays(365));
        if (connections < 1 || connections > 1_000) {
            throw new IllegalArgumentException("'connections' must be between 1 and 1,000, not " + connections);
        }
    }

    /**
     * The defaults, as documented for each component.
     *
     * @return the defaults
     */
    public static JdbcSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the schema.
     *
     * @param schema letters, digits and underscores, at most 40
     * @return a copy
     */
    public JdbcSettings withSchema(String schema) {
        return new JdbcSettings(
                Optional.of(schema), tablePrefix, createTables, timeout, claimTime, retention, connections);
    }

    /**
     * Sets what the names of tables begin with.
     *
     * @param prefix letters, digits and underscores, at most 40
     * @return a copy
     */
    public JdbcSettings withTablePrefix(String prefix) {
        return new JdbcSettings(schema, prefix, createTables, timeout, claimTime, retention, connections);
    }

    /**
     * Sets whether missing tables are made.
     *
     * @param create whether to make them
     * @return a copy
     */
    public JdbcSettings withCreateTables(boolean create) {
        return new JdbcSettings(schema, tablePrefix, create, timeout, claimTime, retention, connections);
    }

    /**
     * Sets how long to wait for each answer.
     *
     * @param timeout 50 ms to 60 s
     * @return a copy
     */
    public JdbcSettings withTimeout(Duration timeout) {
        return new JdbcSettings(schema, tablePrefix, createTables, timeout, claimTime, retention, connections);
    }

    /**
     * Sets the lease of grants that are given unasked.
     *
     * @param claimTime 500 ms to 10 s
     * @return a copy
     */
    public JdbcSettings withClaimTime(Duration claimTime) {
        return new JdbcSettings(schema, tablePrefix, createTables, timeout, claimTime, retention, connections);
    }

    /**
     * Sets how long rows are kept.
     *
     * @param retention 5 min to 365 days
     * @return a copy
     */
    public JdbcSettings withRetention(Duration retention) {
        return new JdbcSettings(schema, tablePrefix, createTables, timeout, claimTime, retention, connections);
    }

    /**
     * Sets how many connections are used at most.
     *
     * @param connections 1 to 1,000
     * @return a copy
     */
    public JdbcSettings withConnections(int connections) {
        return new JdbcSettings(schema, tablePrefix, createTables, timeout, claimTime, retention, connections);
    }

    private static void checkIdentifier(String what, String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]{0,39}")) {
            throw new IllegalArgumentException("'" + what + "' is letters, digits and underscores, 40 at most, not"
                    + " beginning with a digit; this one: '" + PlainText.of(name) + "'");
        }
    }

    private static void check(String what, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException("'" + what + "' must be between " + StoreAddress.text(least) + " and "
                    + StoreAddress.text(most) + ", not " + StoreAddress.text(value));
        }
    }
}
