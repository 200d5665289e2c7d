package io.lockkeeper.idempotency.dedupe;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * A table with a unique index that says which operations were done. An operation is marked in the transaction that does it,
 * before the work: mark and work commit together, or neither does. Immutable and thread-safe.
 *
 * <p>Who comes second waits for the transaction of who came first: if that commits, the answer is {@link
 * DedupeOutcome.Repeated}; if it rolls back, {@link DedupeOutcome.First}; if it does neither within the wait, {@link
 * DedupeOutcome.Busy}. After each of these answers the transaction is as usable as before, PostgreSQL's too.
 *
 * <p>Isolation. At READ COMMITTED all of this holds. At REPEATABLE READ and SERIALIZABLE a repeat is recognized even if the
 * mark was committed after the transaction's snapshot was taken, but its work may be invisible to the transaction. What
 * makes the database give the transaction up is thrown as {@link java.sql.SQLTransactionRollbackException}; whether the
 * operation is the first is not known then, and the whole transaction is to be rolled back and run again:
 *
 * <ul>
 *   <li>a deadlock; MariaDB and MySQL have rolled the whole transaction back by then. Several that wait for a first that
 *       rolls back can be one there. H2 does not see all deadlocks: one of the two is busy after its wait;
 *   <li>a serialization failure of PostgreSQL that is not due to the mark;
 *   <li>on MariaDB with {@code innodb_snapshot_isolation} (the default of later releases), at REPEATABLE READ and above, a mark
 *       that was changed after the snapshot;
 *   <li>on H2 at REPEATABLE READ and above, an expired mark that was taken over or purged after the snapshot;
 *   <li>on MariaDB and MySQL a wait that ended, if {@code innodb_rollback_on_timeout} is on.
 * </ul>
 *
 * <p>Time is the database's, in microseconds since 1970, and no time zone is involved. A mark that has expired counts as
 * absent, purged or not: it is taken over by exactly one.
 */
public final class DedupeTable {

    /** 146 thousand years: added to the time it is still a number of 64 bits. */
    private static final long FOR_EVER = 1L << 62;

    /** What InnoDB's index takes in characters of four bytes, less the consumer's. */
    private static final int LONGEST_KEY = 668;

    private static final int CONSUMER = 100;
    private static final int FIELD = 200;

    private final Catalogue.Checked table;
    private final List<Object> consumer;
    private final long retention;
    private final Optional<Duration> wait;

    private DedupeTable(Catalogue.Checked table, List<Object> consumer, long retention, Optional<Duration> wait) {
        this.table = table;
        this.consumer = consumer;
        this.retention = retention;
        this.wait = wait;
    }

    /**
     * Opens a table of one consumer and checks it: it must have one unique index, on exactly the layout's columns, and
     * types and collations that keep values apart. Marks are kept for ever; the wait is that of the database.
     *
     * @param source used for the checks only
     * @param layout {@linkplain DedupeLayout#ofOneConsumer of one consumer}
     * @return the table
     * @throws IllegalArgumentException if the table is missing or does not fit, or the layout is shared
     * @throws SQLException if the database fails
     */
    public static DedupeTable open(DataSource source, DedupeLayout layout) throws SQLException {
        if (layout.consumer().isPresent()) {
            throw new IllegalArgumentException("The table '" + layout.table()
                    + "' is shared: name the consumer, or consumers hide each other's operations.");
        }
        return new DedupeTable(checked(source, layout), List.of(), FOR_EVER, Optional.empty());
    }

    /**
     * Opens a shared table as one of its consumers, and checks it like {@link #open(DataSource, DedupeLayout)}.
     *
     * @param source used for the checks only
     * @param layout {@linkplain DedupeLayout#shared shared}
     * @param consumer who does the operations: the same in all processes that share the work, and in no others
     * @return the table
     * @throws IllegalArgumentException if the table is missing or does not fit, or the layout is of one consumer
     * @throws SQLException if the database fails
     */
    public static DedupeTable open(DataSource source, DedupeLayout layout, String consumer) throws SQLException {
        if (layout.consumer().isEmpty()) {
            throw new IllegalArgumentException("The table '" + layout.table() + "' has no column for a consumer.");
        }
        if (consumer.isBlank()) {
            throw new IllegalArgumentException("A consumer has a name.");
        }
        Catalogue.Checked table = checked(source, layout);
        return new DedupeTable(table, List.of(table.fields().get(0).checked(consumer)), FOR_EVER, Optional.empty());
    }

    private static Catalogue.Checked checked(DataSource source, DedupeLayout layout) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return Catalogue.check(
                    connection, layout, DedupeDatabase.of(connection).dialect());
        }
    }

    /**
     * Changes how long marks are kept that are made from now on. It must be longer than the latest repeat can be late.
     *
     * @param retention from the mark on, by the database's clock; at least a microsecond
     * @return a copy
     */
    public DedupeTable withRetention(Duration retention) {
        if (retention.compareTo(Duration.ofNanos(1_000)) < 0) {
            throw new IllegalArgumentException("Marks are kept for a microsecond at least, not for " + retention + ".");
        }
        long micros = retention.compareTo(Duration.ofSeconds(FOR_EVER / 1_000_000)) >= 0
                ? FOR_EVER
                : retention.toSeconds() * 1_000_000 + retention.toNanosPart() / 1_000;
        return new DedupeTable(table, consumer, micros, wait);
    }

    /**
     * Changes how long to wait for another's transaction that is doing the same operation. Without it the wait is that of
     * the database: on PostgreSQL without an end, unless {@code lock_timeout} is set.
     *
     * <p>MariaDB counts whole seconds, and so does MySQL, at least one; fractions are rounded up. On PostgreSQL and MariaDB
     * the bound costs no round trip, on others three.
     *
     * @param wait at most 24 days; zero for no wait, which is a millisecond on PostgreSQL
     * @return a copy
     */
    public DedupeTable withWait(Duration wait) {
        if (wait.isNegative() || wait.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("The wait is between none and 24 days, not " + wait + ".");
        }
        return new DedupeTable(table, consumer, retention, Optional.of(wait));
    }

    /**
     * Marks an operation, if it is the first of its kind. Call it before the work.
     *
     * @param connection in a transaction; neither committed nor closed
     * @param values of the layout's fields in their order: a {@code String}, {@code Long}, {@code Integer}, {@code Short},
     *     {@code UUID} or {@code byte[]}, as the columns are declared
     * @return whether it is the first
     * @throws IllegalStateException if the connection commits each statement by itself: the mark would commit before the
     *     work, and a crash between the two lose the work
     * @throws IllegalArgumentException if a value does not fit its column; nothing is sent then
     * @throws java.sql.SQLTransactionRollbackException if the database gave the transaction up: roll back and run it again
     * @throws SQLException if the database fails otherwise
     */
    public DedupeOutcome first(Connection connection, Object... values) throws SQLException {
        List<Object> all = new ArrayList<>(consumer);
        List<Field> fields =
                table.fields().subList(consumer.size(), table.fields().size());
        if (values.length != fields.size()) {
            throw new IllegalArgumentException("There are " + values.length + " values for the fields "
                    + fields.stream().map(Field::column).toList() + ".");
        }
        for (int place = 0; place < values.length; place++) {
            Field field = fields.get(place);
            all.add(field.checked(Objects.requireNonNull(values[place], field.column())));
        }
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "The connection is in auto-commit mode: the mark would be committed before the"
                            + " work, and if that failed, its repeat would not run. Call setAutoCommit(false), or begin a"
                            + " transaction.");
        }
        return table.dialect().first(connection, new Mark(table.statements(), all, retention, wait));
    }

    /**
     * Deletes expired marks of all consumers, oldest first, in batches that are transactions of their own. Several can run
     * at once: on PostgreSQL, MariaDB and MySQL each passes over what others have locked, and who marks an operation waits
     * for a purge only if it is deleting that same mark.
     *
     * @param source must not give connections that take part in a transaction around the call
     * @param batch how many marks to delete at once, such as 1000
     * @param batches how many times at most
     * @return how many were deleted; less than {@code batch * batches} if no more are expired, or if a batch met a deadlock
     *     and was left to the next call
     * @throws SQLException if the database fails; earlier batches are deleted
     */
    public long purge(DataSource source, int batch, int batches) throws SQLException {
        if (batch < 1 || batches < 1) {
            throw new IllegalArgumentException("A purge has batches, of one mark at least.");
        }
        try (Connection connection = source.getConnection()) {
            return Purge.run(connection, table, batch, batches);
        }
    }

    /**
     * The statements that make a table, with comments, each ended by a semicolon: for tools that change a database's schema.
     * They do nothing where the table is. All fields are texts of up to 200 characters (fewer if there are more than
     * three), the consumer's of up to 100; for other types declare the columns yourself.
     *
     * @param database for which
     * @param layout the names
     * @return the script
     */
    public static String ddl(DedupeDatabase database, DedupeLayout layout) {
        Dialect dialect = database.dialect();
        int longest = Math.min(FIELD, LONGEST_KEY / layout.fields().size());
        Stream<String> consumer = layout.consumer().stream().map(name -> declared(name, dialect.text(CONSUMER)));
        Stream<String> fields = layout.fields().stream().map(name -> declared(name, dialect.text(longest)));
        String index = layout.tableOnly() + "_" + layout.expiry();
        return Sql.script(
                dialect.folder(),
                "ddl",
                Map.of(
                        "title", database.title(),
                        "table", layout.table(),
                        "schema", layout.schema().map(name -> name + ".").orElse(""),
                        "fields", Stream.concat(consumer, fields).collect(joining(",\n")),
                        "columns", String.join(", ", layout.columns()),
                        "expiry", layout.expiry(),
                        "index", index.substring(0, Math.min(index.length(), Identifier.LONGEST))));
    }

    private static String declared(String name, String type) {
        return "  " + name + " " + type + " NOT NULL";
    }
}
