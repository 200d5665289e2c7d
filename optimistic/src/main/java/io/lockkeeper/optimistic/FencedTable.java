package io.lockkeeper.optimistic;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows remember the greatest fencing token they were shown and refuse smaller ones: {@code UPDATE … SET …,
 * fence = ? WHERE id = ? AND fence <= ?}. What a holder writes whose lock has meanwhile passed to another is refused,
 * provided that all who write do it like this. Immutable and thread-safe.
 *
 * <p>Whoever reads first and writes what follows from it calls {@link #show} before reading: else an overtaken
 * holder could still write between the two.
 *
 * <p>Names are letters, digits and underscores, the table's with or without a schema and a dot; they are not quoted. The
 * key is a single column and unique; the fence is declared {@code BIGINT NOT NULL DEFAULT 0}. The driver must count the
 * rows that match, as all do by default; MySQL's and MariaDB's {@code useAffectedRows=true} counts those that
 * change, and makes a {@link FenceOutcome.Conflict} of the second of two equal writes.
 */
public final class FencedTable {

    private final String table;
    private final String key;
    private final String fence;
    private final Retries retries;

    /**
     * A table, with standard retries.
     *
     * @param table its name
     * @param key the column that identifies a row
     * @param fence the column with the greatest token
     */
    public FencedTable(String table, String key, String fence) {
        this(Identifier.table(table), Identifier.column(key), Identifier.column(fence), Retries.standard());
        Identifier.distinct(List.of(key, fence));
    }

    private FencedTable(String table, String key, String fence, Retries retries) {
        this.table = table;
        this.key = key;
        this.fence = fence;
        this.retries = Objects.requireNonNull(retries, "retries");
    }

    /**
     * Changes how often a statement is sent that the database gave up in favour of another's.
     *
     * @param retries how often and with which pauses
     * @return a copy
     */
    public FencedTable withRetries(Retries retries) {
        return new FencedTable(table, key, fence, retries);
    }

    /**
     * Writes if the row has seen no greater token, each statement in a transaction of its own. A serialization failure
     * counts as a conflict and is tried again; a refusal is not.
     *
     * @param source must not give connections that take part in a transaction around the call
     * @param id the row's key
     * @param token the token of the lock under which the writing is done
     * @param values new values by column, other than the key and the fence
     * @return whether it was written
     * @throws SQLException if the database fails otherwise; whether it was written is unknown, writing it again harmless
     * @throws InterruptedException if interrupted between two attempts; nothing is written
     */
    public FenceOutcome write(DataSource source, Object id, long token, Map<String, ? extends @Nullable Object> values)
            throws SQLException, InterruptedException {
        return write(new BorrowedConnections(source), id, token, values);
    }

    /**
     * Writes if the row has seen no greater token, on the caller's connection, within the caller's transaction if there is
     * one. There, no failure counts as a conflict, for the transaction is lost; and a {@link FenceOutcome.Conflict} says
     * that it sees the past only and cannot tell why it was refused.
     *
     * @param connection neither closed nor committed
     * @param id the row's key
     * @param token the token of the lock under which the writing is done
     * @param values new values by column, other than the key and the fence
     * @return whether it was written
     * @throws SQLException if the database fails
     * @throws InterruptedException if interrupted between two attempts; nothing is written
     */
    public FenceOutcome write(
            Connection connection, Object id, long token, Map<String, ? extends @Nullable Object> values)
            throws SQLException, InterruptedException {
        return write(new GivenConnection(connection), id, token, values);
    }

    /**
     * Shows the token and writes nothing else, as {@link #write(DataSource, Object, long, Map)} does: what holders of
     * smaller ones write from here on is refused.
     *
     * @param source must not give connections that take part in a transaction around the call
     * @param id the row's key
     * @param token the token of the lock under which the reading is done
     * @return whether the token is the greatest so far
     * @throws SQLException if the database fails otherwise
     * @throws InterruptedException if interrupted between two attempts
     */
    public FenceOutcome show(DataSource source, Object id, long token) throws SQLException, InterruptedException {
        return write(source, id, token, Map.of());
    }

    private FenceOutcome write(Session session, Object id, long token, Map<String, ? extends @Nullable Object> values)
            throws SQLException, InterruptedException {
        Objects.requireNonNull(id, "id");
        Map<String, @Nullable Object> sorted = new TreeMap<>(values); // The same columns make the same statement.
        String update = update(sorted);
        List<@Nullable Object> parameters = new ArrayList<>(sorted.values());
        parameters.add(token);
        parameters.add(id);
        parameters.add(token);
        String look = "SELECT " + fence + " FROM " + table + " WHERE " + key + " = ?";
        return session.run(
                retries,
                (connection, number) -> Decisions.byFence(
                        token,
                        () -> Row.update(connection, update, parameters),
                        () -> Row.find(connection, look, id, row -> Row.number(row, 1)),
                        number),
                FenceOutcome.Conflict::new);
    }

    private String update(Map<String, ?> values) {
        List<String> columns = new ArrayList<>(values.keySet());
        String assignments =
                columns.stream().map(name -> Identifier.column(name) + " = ?, ").collect(Collectors.joining());
        columns.add(key);
        columns.add(fence);
        Identifier.distinct(columns);
        return "UPDATE " + table + " SET " + assignments + fence + " = ? WHERE " + key + " = ? AND " + fence + " <= ?";
    }
}
