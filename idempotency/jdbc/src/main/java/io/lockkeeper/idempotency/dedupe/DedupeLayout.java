package io.lockkeeper.idempotency.dedupe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The names of a dedupe table and its columns. Names are letters, digits and underscores, the table's with or without a
 * schema (on MariaDB and MySQL a database) and a dot.
 *
 * @param table the table; without a schema each connection looks it up for itself, and all must find the same one
 * @param consumer the column that says whose mark it is, first in the unique index; none if the table has one consumer only
 * @param fields the columns that say which operations are the same one: the rest of the unique index
 * @param expiry the column with the time of expiry: a {@code BIGINT} with an index, microseconds since 1970
 */
public record DedupeLayout(String table, Optional<String> consumer, List<String> fields, String expiry) {

    /** Checks the names. */
    public DedupeLayout {
        Identifier.table(table);
        fields = List.copyOf(fields);
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("A dedupe table needs a field that says which operations are the same.");
        }
        List<String> all = new ArrayList<>(fields);
        consumer.ifPresent(all::add);
        all.add(expiry);
        all.forEach(Identifier::column);
        Identifier.distinct(all);
    }

    /**
     * A table for several consumers: the same message is done once by each of them. Their column is {@code consumer}, the
     * expiry's {@code expires_at}.
     *
     * @param table its name
     * @param fields the columns that say which operations are the same one
     * @return the layout
     */
    public static DedupeLayout shared(String table, String... fields) {
        return new DedupeLayout(table, Optional.of("consumer"), List.of(fields), "expires_at");
    }

    /**
     * A table for one consumer. If others use it too, one hides its operations from the other: give them {@link #shared a
     * shared table}. The expiry's column is {@code expires_at}.
     *
     * @param table its name
     * @param fields the columns that say which operations are the same one
     * @return the layout
     */
    public static DedupeLayout ofOneConsumer(String table, String... fields) {
        return new DedupeLayout(table, Optional.empty(), List.of(fields), "expires_at");
    }

    /** The columns of the unique index, the consumer's first. */
    List<String> columns() {
        List<String> columns = new ArrayList<>();
        consumer.ifPresent(columns::add);
        columns.addAll(fields);
        return columns;
    }

    /** The part of the table's name before the dot. */
    Optional<String> schema() {
        int dot = table.indexOf('.');
        return dot < 0 ? Optional.empty() : Optional.of(table.substring(0, dot));
    }

    /** The part after it. */
    String tableOnly() {
        return table.substring(table.indexOf('.') + 1);
    }
}
