package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.sql.DataSource;

/** The statements of a kind of database: a file each, found by its name. Safe for use by many threads. */
final class Sql {

    private static final int VALIDATION_SECONDS = 5;

    /** A duplicate key of the catalogue; a table or index that there is: H2 asks whether there is one, but not at the same moment. */
    private static final Set<String> MADE_TWICE = Set.of("23", "42S01", "42S11", "42P07");

    private final Database database;
    private final ConcurrentMap<String, String> texts = new ConcurrentHashMap<>();

    private Sql(Database database) {
        this.database = database;
    }

    /** Finds out what kind of database there is, and creates its tables if asked to. */
    static Sql open(DataSource source, boolean createTables) throws SQLException {
        try (Connection connection = source.getConnection()) {
            Sql sql = new Sql(Database.of(connection));
            if (createTables) {
                boolean autoCommit = connection.getAutoCommit();
                connection.setAutoCommit(true);
                try {
                    sql.createTables(connection);
                } finally {
                    connection.setAutoCommit(autoCommit);
                }
            }
            return sql;
        }
    }

    /** Tables that are there are left alone: a statement that creates them would wait for those who use them. */
    private void createTables(Connection connection) throws SQLException {
        try (Statement probe = connection.createStatement()) {
            probe.execute(text("probe"));
            return;
        } catch (SQLException missing) {
            if (!connection.isValid(VALIDATION_SECONDS)) {
                throw missing;
            }
        }
        for (String statement :
                List.of(withoutComments(MessagingTables.script(database)).split(";\\s*"))) {
            create(connection, statement);
        }
    }

    /** Sessions that create a table at the same time can be in each other's way, though it says "if not exists". */
    private static void create(Connection connection, String statement) throws SQLException {
        try (Statement ddl = connection.createStatement()) {
            ddl.execute(statement);
        } catch (SQLException failure) {
            String state = String.valueOf(failure.getSQLState());
            if (MADE_TWICE.stream().noneMatch(state::startsWith)
                    && !String.valueOf(failure.getMessage()).contains("object already exists")) {
                throw failure;
            }
        }
    }

    /** A statement without values in its text. */
    String text(String name) {
        return texts.computeIfAbsent(
                name,
                file -> withoutComments(resource("/io/lockkeeper/idempotency/messaging/" + file + ".sql"))
                        .replace("${now}", database.now()));
    }

    /** A statement with a list of as many values. */
    String text(String name, int values) {
        return text(name).replace("${values}", "?" + ", ?".repeat(values - 1));
    }

    static String resource(String path) {
        try (InputStream file = Sql.class.getResourceAsStream(path)) {
            if (file == null) {
                throw new IllegalStateException("There is no " + path);
            }
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String withoutComments(String text) {
        StringBuilder kept = new StringBuilder();
        text.lines()
                .filter(line -> !line.startsWith("--"))
                .forEach(line -> kept.append(line).append('\n'));
        return kept.toString().strip();
    }
}
