package io.lockkeeper.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statements that make the tables, for tools that change a database's schema: Flyway, Liquibase, or a person.
 *
 * <p>With the default names they are files on the class path, too: {@code lockkeeper-ddl/postgresql.sql}, {@code
 * lockkeeper-ddl/mariadb.sql} (MySQL's as well) and {@code lockkeeper-ddl/h2.sql}. A store that is to make no tables is
 * opened with {@link JdbcSettings#withCreateTables}.
 */
public final class TableScript {

    private static final Pattern NAME = Pattern.compile("\\blockkeeper_(\\w+)");
    private static final Set<String> TABLES = Set.of("locks2", "mail2", "rows2");

    private TableScript() {}

    /**
     * The kinds of database that have one.
     *
     * @return {@code postgresql}, {@code mariadb}, {@code mysql}, {@code h2}
     */
    public static List<String> databases() {
        return Dialects.schemes();
    }

    /**
     * The statements for a kind of database, each ended by a semicolon, with comments. They do nothing where the tables are.
     *
     * @param database one of {@link #databases()}
     * @param settings the schema and what tables' names begin with
     * @return the script
     * @throws IllegalArgumentException if there is no such kind
     */
    public static String of(String database, JdbcSettings settings) {
        return of(Dialects.named(database), settings);
    }

    static String of(Dialect dialect, JdbcSettings settings) {
        String schema = settings.schema().map(name -> name + ".").orElse("");
        return NAME.matcher(resource(dialect)).replaceAll(name -> {
            String own = settings.tablePrefix() + name.group(1);
            return Matcher.quoteReplacement(TABLES.contains(name.group(1)) ? schema + own : dialect.index(schema, own));
        });
    }

    private static String resource(Dialect dialect) {
        String file = "/lockkeeper-ddl/" + dialect.folders().get(0) + ".sql";
        try (InputStream script = TableScript.class.getResourceAsStream(file)) {
            if (script == null) {
                throw new IllegalStateException("There is no " + file + " on the class path.");
            }
            return new String(script.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
