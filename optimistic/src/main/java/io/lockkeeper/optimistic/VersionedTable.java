package io.lockkeeper.optimistic;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * A table whose rows have a version, so that an update is refused if somebody else's came between: {@code UPDATE … SET …,
 * version = version + 1 WHERE id = ? AND version = ?}. For low contention: whoever loses has worked in vain. All who write
 * to the table must do it like this. Immutable and thread-safe.
 *
 * <p>Names are letters, digits and underscores, the table's with or without a schema and a dot; they are not quoted. The
 * key is a single column and unique; the version is a whole number and not null.
 *
 * <p>An {@link SQLException} other than those of {@link Conflicts#inSql} leaves open whether the row was written, as after
 * any failed statement: an increment must not be repeated blindly then.
 *
 * @param <T> what the rows are read as
 */
public final class VersionedTable<T> {

    private final Columns<T> columns;
    private final Retries retries;
    private final String select;
    private final String update;

    /**
     * A table, with standard retries.
     *
     * @param table its name
     * @param key the column that identifies a row
     * @param version the column with the version
     * @param columns what is read and written
     */
    public VersionedTable(String table, String key, String version, Columns<T> columns) {
        List<String> all = new ArrayList<>(columns.names());
        all.add(Identifier.column(version));
        String what = String.join(", ", all) + " FROM " + Identifier.table(table);
        all.add(Identifier.column(key));
        Identifier.distinct(all);
        this.columns = columns;
        this.retries = Retries.standard();
        this.select = "SELECT " + what + " WHERE " + key + " = ?";
        this.update = "UPDATE " + table + " SET "
                + columns.names().stream().map(name -> name + " = ?, ").collect(Collectors.joining())
                + version + " = " + version + " + 1 WHERE " + key + " = ? AND " + version + " = ?";
    }

    private VersionedTable(VersionedTable<T> other, Retries retries) {
        this.columns = other.columns;
        this.retries = Objects.requireNonNull(retries, "retries");
        this.select = other.select;
        this.update = other.update;
    }

    /**
     * Changes how often an update is tried.
     *
     * @param retries how often and with which pauses
     * @return a copy
     */
    public VersionedTable<T> withRetries(Retries retries) {
        return new VersionedTable<>(this, retries);
    }

    /**
     * Updates a row, each statement in a transaction of its own. A serialization failure counts as a conflict. No
     * connection is held during a pause.
     *
     * @param source must not give connections that take part in a transaction around the call
     * @param id the row's key
     * @param change computes the new value, once an attempt; if it throws, nothing is written
     * @return the value and its new version, or why there are none
     * @throws SQLException if the database fails otherwise
     * @throws InterruptedException if interrupted between two attempts; nothing is written
     */
    public VersionOutcome<Versioned<T>> update(DataSource source, Object id, UnaryOperator<T> change)
            throws SQLException, InterruptedException {
        return update(new BorrowedConnections(source), id, change);
    }

    /**
     * Updates a row on the caller's connection, within the caller's transaction if there is one. There, no failure counts
     * as a conflict, for the transaction is lost; and above {@code READ COMMITTED} there is a single attempt, for a second
     * one would read the same. The {@link VersionOutcome.Conflict} then also stands for a row that is gone: try the whole
     * transaction again, as {@link OptimisticUpdate#inTransactions(DataSource, Work)} does.
     *
     * @param connection neither closed nor committed
     * @param id the row's key
     * @param change computes the new value, once an attempt; if it throws, nothing is written
     * @return the value and its new version, or why there are none
     * @throws SQLException if the database fails
     * @throws InterruptedException if interrupted between two attempts; nothing is written
     */
    public VersionOutcome<Versioned<T>> update(Connection connection, Object id, UnaryOperator<T> change)
            throws SQLException, InterruptedException {
        return update(new GivenConnection(connection), id, change);
    }

    private VersionOutcome<Versioned<T>> update(Session session, Object id, UnaryOperator<T> change)
            throws SQLException, InterruptedException {
        Objects.requireNonNull(id, "id");
        return session.run(
                retries,
                (connection, number) -> Decisions.byVersion(
                        () -> find(connection, id),
                        change,
                        (next, seen) -> write(connection, id, next, seen),
                        number,
                        number == retries.attempts()),
                VersionOutcome.Conflict::new);
    }

    private Optional<Versioned<T>> find(Connection connection, Object id) throws SQLException {
        int version = columns.names().size() + 1;
        return Row.find(
                connection, select, id, row -> new Versioned<>(columns.reader().read(row), Row.number(row, version)));
    }

    private int write(Connection connection, Object id, T next, long seen) throws SQLException {
        List<Object> parameters = new ArrayList<>(columns.values(next));
        parameters.add(id);
        parameters.add(seen);
        return Row.update(connection, update, parameters);
    }
}
