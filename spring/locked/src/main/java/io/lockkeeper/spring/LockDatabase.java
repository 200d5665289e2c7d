package io.lockkeeper.spring;

import io.lockkeeper.LockClient;
import io.lockkeeper.jdbc.JdbcSettings;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * Says that a client keeps its locks in a database that the application uses, too. A bean of this type makes {@link
 * Locked#checkCommit} possible, and has a call refused that would need a second connection of the same pool.
 *
 * <pre>{@code
 * @Bean
 * LockDatabase lockDatabase(LockClient locks, DataSource source) {
 *     return LockDatabase.of(locks, source);
 * }
 * }</pre>
 *
 * @param client the client, as {@link io.lockkeeper.jdbc.JdbcStore#client} made it of the same source of connections
 * @param source where the application's transactions get their connections
 * @param settings those with which the client was made
 */
public record LockDatabase(LockClient client, DataSource source, JdbcSettings settings) {

    /** Refuses sources of connections that would have the locks join the application's transactions. */
    public LockDatabase {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(settings, "settings");
        if (source instanceof TransactionAwareDataSourceProxy) {
            throw new IllegalArgumentException(
                    "A TransactionAwareDataSourceProxy cannot keep locks: they would be acquired"
                            + " and rolled back in the application's transactions. Use the DataSource behind it.");
        }
    }

    /**
     * Says so of a client with the default settings.
     *
     * @param client the client
     * @param source where the application's transactions get their connections
     * @return the statement, to be a bean
     */
    public static LockDatabase of(LockClient client, DataSource source) {
        return new LockDatabase(client, source, JdbcSettings.defaults());
    }
}
