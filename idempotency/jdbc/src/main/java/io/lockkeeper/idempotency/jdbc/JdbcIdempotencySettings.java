package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.PlainText;
import io.lockkeeper.idempotency.IdempotencySettings;
import java.time.Duration;
import java.util.Optional;

/**
 * How idempotency uses its database. Immutable.
 *
 * @param schema the schema of the table; the connection's own if empty
 * @param table the name of the table ({@code lockkeeper_idempotency})
 * @param createTable whether to create the table at the first use if it is missing (yes)
 * @param purgeEvery how often records are purged whose retention is over (1 min); empty for never: then call {@code purge}
 * @param general timeout and listeners
 */
public record JdbcIdempotencySettings(
        Optional<String> schema,
        String table,
        boolean createTable,
        Optional<Duration> purgeEvery,
        IdempotencySettings general) {

    private static final JdbcIdempotencySettings DEFAULTS = new JdbcIdempotencySettings(
            Optional.empty(),
            "lockkeeper_idempotency",
            true,
            Optional.of(Duration.ofMinutes(1)),
            IdempotencySettings.defaults());

    /**
     * Checks names and times.
     *
     * @throws IllegalArgumentException if a name is no plain identifier, or the purge's interval is not 1 s to 1 day
     */
    public JdbcIdempotencySettings {
        schema.ifPresent(name -> checkIdentifier("schema", name));
        checkIdentifier("table", table);
        purgeEvery.ifPresent(JdbcIdempotencySettings::checkInterval);
    }

    /**
     * Returns the defaults, as documented for each component.
     *
     * @return the defaults
     */
    public static JdbcIdempotencySettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns settings with another schema.
     *
     * @param newSchema letters, digits and underscores, at most 40
     * @return the new settings
     */
    public JdbcIdempotencySettings withSchema(String newSchema) {
        return new JdbcIdempotencySettings(Optional.of(newSchema), table, createTable, purgeEvery, general);
    }

    /**
     * Returns settings with another table.
     *
     * @param newTable letters, digits and underscores, at most 40
     * @return the new settings
     */
    public JdbcIdempotencySettings withTable(String newTable) {
        return new JdbcIdempotencySettings(schema, newTable, createTable, purgeEvery, general);
    }

    /**
     * Returns settings that create the table, or do not.
     *
     * @param create whether to create a table that is missing
     * @return the new settings
     */
    public JdbcIdempotencySettings withCreateTable(boolean create) {
        return new JdbcIdempotencySettings(schema, table, create, purgeEvery, general);
    }

    /**
     * Returns settings with another interval of purges.
     *
     * @param interval 1 s to 1 day
     * @return the new settings
     */
    public JdbcIdempotencySettings withPurgeEvery(Duration interval) {
        return new JdbcIdempotencySettings(schema, table, createTable, Optional.of(interval), general);
    }

    /**
     * Returns settings without purges in the background.
     *
     * @return the new settings
     */
    public JdbcIdempotencySettings withoutPurge() {
        return new JdbcIdempotencySettings(schema, table, createTable, Optional.empty(), general);
    }

    /**
     * Returns settings with other general ones.
     *
     * @param newGeneral timeout and listeners
     * @return the new settings
     */
    public JdbcIdempotencySettings withGeneral(IdempotencySettings newGeneral) {
        return new JdbcIdempotencySettings(schema, table, createTable, purgeEvery, newGeneral);
    }

    /** The table as statements name it. */
    String qualifiedTable() {
        return schema.map(name -> name + ".").orElse("") + table;
    }

    private static void checkIdentifier(String what, String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]{0,39}")) {
            throw new IllegalArgumentException("'" + what + "' is letters, digits and underscores, 40 at most, not"
                    + " beginning with a digit; this one: '" + PlainText.of(name) + "'");
        }
    }

    private static void checkInterval(Duration interval) {
        if (interval.compareTo(Duration.ofSeconds(1)) < 0 || interval.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("The interval of purges must be between 1 s and 1 day, not " + interval);
        }
    }
}
