package io.lockkeeper.idempotency.dedupe;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the database says of a table: whether it can be trusted to tell two operations apart. */
final class Catalogue {

    private final DedupeLayout layout;
    private final Dialect dialect;
    private final Map<String, Dialect.Column> columns = new TreeMap<>();

    private Catalogue(DedupeLayout layout, Dialect dialect) {
        this.layout = layout;
        this.dialect = dialect;
    }

    /** Reads what there is, and refuses it if it does not fit. */
    static Checked check(Connection connection, DedupeLayout layout, Dialect dialect) throws SQLException {
        Catalogue catalogue = new Catalogue(layout, dialect);
        catalogue.readColumns(connection);
        Optional<String> refusal = dialect.refusal(connection);
        if (refusal.isPresent()) {
            throw catalogue.refused(refusal.get());
        }
        Dialect.Column expiry = catalogue.column(layout.expiry());
        if (!dialect.field(expiry).filter(Catalogue::isLong).isPresent()) {
            throw catalogue.refused("the column '" + expiry.name() + "' is " + expiry.type()
                    + ": declare it BIGINT, for microseconds since 1970");
        }
        List<Field> fields = new ArrayList<>();
        for (String name : layout.columns()) {
            Dialect.Column column = catalogue.column(name);
            fields.add(dialect.field(column)
                    .orElseThrow(() -> catalogue.refused("values that differ could be the same in"
                            + " the column '" + column.name() + "', which is " + column.type() + " "
                            + column.collation()
                            + ": declare it SMALLINT, INT, BIGINT, a UUID, bytes of variable length, or "
                            + dialect.text(200))));
        }
        catalogue.checkUniques(connection);
        Statements statements = Statements.on(
                dialect,
                layout.schema(),
                expiry.table(),
                fields.stream().map(Field::column).toList(),
                expiry.name());
        return new Checked(dialect, statements, List.copyOf(fields));
    }

    private static boolean isLong(Field field) {
        return field.kind() == Field.Kind.WHOLE && field.longest() == Long.SIZE;
    }

    private void readColumns(Connection connection) throws SQLException {
        try (PreparedStatement ask = ask(connection, "columns");
                ResultSet rows = ask.executeQuery()) {
            while (rows.next()) {
                long longest = rows.getLong("longest");
                Dialect.Column column = new Dialect.Column(
                        rows.getString("table_name"),
                        rows.getString("column_name"),
                        rows.getString("type"),
                        rows.wasNull() || longest == 0 ? Long.MAX_VALUE : longest,
                        Objects.requireNonNullElse(rows.getString("collation_name"), ""),
                        Objects.requireNonNullElse(rows.getString("engine"), "no table"));
                columns.put(column.name().toLowerCase(Locale.ROOT), column);
            }
        }
        if (columns.isEmpty()) {
            throw refused("there is no such table; DedupeTable.ddl has the statements that make it");
        }
        for (Dialect.Column column : columns.values()) {
            dialect.refusal(column).ifPresent(reason -> {
                throw refused(reason);
            });
        }
    }

    private Dialect.Column column(String name) {
        Dialect.Column column = columns.get(name.toLowerCase(Locale.ROOT));
        if (column == null) {
            throw refused("it has no column '" + name + "'");
        }
        return column;
    }

    /** Any other unique index would be violated by an operation that is not a repeat. */
    private void checkUniques(Connection connection) throws SQLException {
        Map<String, Set<String>> indexes = new HashMap<>();
        try (PreparedStatement ask = ask(connection, "uniques");
                ResultSet rows = ask.executeQuery()) {
            while (rows.next()) {
                String column = Objects.requireNonNullElse(rows.getString("column_name"), "(not a whole column)");
                indexes.computeIfAbsent(rows.getString("index_name"), name -> new TreeSet<>())
                        .add(column.toLowerCase(Locale.ROOT));
            }
        }
        Set<String> wanted = new TreeSet<>();
        layout.columns().forEach(name -> wanted.add(name.toLowerCase(Locale.ROOT)));
        boolean isMissing = !indexes.containsValue(wanted);
        indexes.values().removeIf(wanted::equals);
        if (isMissing || !indexes.isEmpty()) {
            throw refused("it must have one unique index, for all rows, on exactly " + wanted
                    + (isMissing ? ", and has none" : "") + (indexes.isEmpty() ? "" : "; it also has " + indexes));
        }
    }

    private PreparedStatement ask(Connection connection, String statement) throws SQLException {
        PreparedStatement ask = connection.prepareStatement(Sql.statement(dialect.folder(), statement, Map.of()));
        ask.setString(1, layout.schema().orElse(null));
        ask.setString(2, layout.tableOnly());
        return ask;
    }

    private IllegalArgumentException refused(String reason) {
        return new IllegalArgumentException(
                "The table '" + layout.table() + "' cannot be a dedupe table: " + reason + ".");
    }

    /**
     * A table that fits.
     *
     * @param statements on it
     * @param fields the columns of its unique index, the consumer's first
     */
    record Checked(Dialect dialect, Statements statements, List<Field> fields) {}
}
