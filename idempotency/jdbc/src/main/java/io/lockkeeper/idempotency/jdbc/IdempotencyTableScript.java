package io.lockkeeper.idempotency.jdbc;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statements that create the table, for tools that change a database's schema: Flyway, Liquibase, or a person.
 *
 * <p>With the default name they are files on the class path, too: {@code lockkeeper-ddl/idempotency-postgresql.sql}, {@code
 * lockkeeper-ddl/idempotency-mariadb.sql} (MySQL's as well) and {@code lockkeeper-ddl/idempotency-h2.sql}.
 */
public final class IdempotencyTableScript {

    private static final Pattern NAME = Pattern.compile("\\blockkeeper_idempotency(_purge)?\\b");

    private IdempotencyTableScript() {}

    /**
     * Returns the kinds of database that have one.
     *
     * @return {@code postgresql}, {@code mariadb}, {@code mysql}, {@code h2}
     */
    public static List<String> databases() {
        return Dialects.schemes();
    }

    /**
     * Returns the statements for a kind of database, each ended by a semicolon, with comments. They do nothing where the table
     * is.
     *
     * @param database one of {@link #databases()}
     * @param settings the schema and the table's name
     * @return the script
     * @throws IllegalArgumentException if there is no such kind
     */
    public static String of(String database, JdbcIdempotencySettings settings) {
        return of(Dialects.named(database), settings);
    }

    static String of(Dialect dialect, JdbcIdempotencySettings settings) {
        String schema = settings.schema().map(name -> name + ".").orElse("");
        String script = Sql.resource("/lockkeeper-ddl/idempotency-" + dialect.ddl() + ".sql")
                .orElseThrow(() -> new IllegalStateException("There is no script for " + dialect.title()));
        return NAME.matcher(script)
                .replaceAll(name -> Matcher.quoteReplacement(
                        name.group(1) == null
                                ? settings.qualifiedTable()
                                : dialect.index(schema, settings.table() + "_purge")));
    }

    /** The statements one by one, without comments. */
    static List<String> statements(Dialect dialect, JdbcIdempotencySettings settings) {
        return List.of(Sql.withoutComments(of(dialect, settings)).split(";\\s*"));
    }
}
