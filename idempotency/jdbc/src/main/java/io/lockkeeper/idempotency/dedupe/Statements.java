package io.lockkeeper.idempotency.dedupe;

import static java.util.stream.Collectors.joining;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The statements on one table, with its names in them. */
final class Statements {

    private final String folder;
    private final Map<String, String> names;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    private Statements(String folder, Map<String, String> names) {
        this.folder = folder;
        this.names = names;
    }

    /**
     * Statements on a table.
     *
     * @param schema as its user wrote it
     * @param table as the database has it, like all other names
     */
    static Statements on(Dialect dialect, Optional<String> schema, String table, List<String> columns, String expiry) {
        List<String> quoted =
                columns.stream().map(name -> quoted(dialect, name)).toList();
        Map<String, String> names = new HashMap<>();
        names.put("table", schema.map(name -> name + ".").orElse("") + quoted(dialect, table));
        names.put("columns", String.join(", ", quoted));
        names.put("values", quoted.stream().map(name -> "?").collect(joining(", ")));
        names.put("matches", quoted.stream().map(name -> name + " = ?").collect(joining(" AND ")));
        names.put(
                "same",
                quoted.stream().map(name -> "mark." + name + " = old." + name).collect(joining(" AND ")));
        names.put("expiry", quoted(dialect, expiry));
        names.put("now", dialect.now());
        return new Statements(dialect.folder(), names);
    }

    String text(String statement) {
        return texts.computeIfAbsent(statement, name -> Sql.statement(folder, name, names));
    }

    /** The purge's statement. The number stands in it, so that the database plans for that many rows. */
    String purge(int batch) {
        Map<String, String> withBatch = new HashMap<>(names);
        withBatch.put("batch", Integer.toString(batch));
        return Sql.statement(folder, "purge", withBatch);
    }

    private static String quoted(Dialect dialect, String name) {
        return dialect.quote() + name + dialect.quote();
    }
}
