package io.lockkeeper.optimistic;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * A column that counts what is left of something and never falls below zero: {@code UPDATE stock SET n = n - ? WHERE id = ?
 * AND n >= ?}. One statement, so nobody can come between, and no retries where others take, too; a row that everybody
 * wants is still taken from one at a time. Whole numbers only: money in cents. Immutable and thread-safe.
 *
 * <p>Names are letters, digits and underscores, the table's with or without a schema and a dot; they are not quoted. The
 * key is a single column and unique; the counter is not null. The driver must count the rows that match.
 *
 * <p>An {@link SQLException} other than those of {@link Conflicts#inSql} leaves open whether the amount was taken, as after
 * any failed statement.
 */
public final class CounterColumn {

    private final Retries retries;
    private final String take;
    private final String look;

    /**
     * A counter in each row of a table, with standard retries.
     *
     * @param table the table's name
     * @param key the column that identifies a row
     * @param column the column that counts
     */
    public CounterColumn(String table, String key, String column) {
        Identifier.distinct(List.of(Identifier.column(key), Identifier.column(column)));
        this.retries = Retries.standard();
        this.take = "UPDATE " + Identifier.table(table) + " SET " + column + " = " + column + " - ? WHERE " + key
                + " = ? AND " + column + " >= ?";
        this.look = "SELECT " + column + " FROM " + table + " WHERE " + key + " = ?";
    }

    private CounterColumn(CounterColumn other, Retries retries) {
        this.retries = Objects.requireNonNull(retries, "retries");
        this.take = other.take;
        this.look = other.look;
    }

    /**
     * Changes how often a statement is sent that the database gave up in favour of another's.
     *
     * @param retries how often and with which pauses
     * @return a copy
     */
    public CounterColumn withRetries(Retries retries) {
        return new CounterColumn(this, retries);
    }

    /**
     * Takes an amount if there is as much, each statement in a transaction of its own. A serialization failure counts as a
     * conflict and is tried again; that there is not enough, is not.
     *
     * @param source must not give connections that take part in a transaction around the call
     * @param id the row's key
     * @param amount how much, 1 or more
     * @return whether it was taken
     * @throws SQLException if the database fails otherwise
     * @throws InterruptedException if interrupted between two attempts; nothing is taken
     */
    public CounterOutcome take(DataSource source, Object id, long amount) throws SQLException, InterruptedException {
        return take(new BorrowedConnections(source), id, amount);
    }

    /**
     * Takes an amount if there is as much, on the caller's connection, within the caller's transaction if there is one;
     * the row is locked until that ends. There, no failure counts as a conflict, for the transaction is lost. MySQL and
     * MariaDB write to what is there now but read what was there when a {@code REPEATABLE READ} transaction first looked,
     * so {@link CounterOutcome.NotEnough} may tell an old number; {@link CounterOutcome.Conflict} says that what was
     * read contradicts the refusal.
     *
     * @param connection neither closed nor committed
     * @param id the row's key
     * @param amount how much, 1 or more
     * @return whether it was taken
     * @throws SQLException if the database fails
     * @throws InterruptedException if interrupted between two attempts; nothing is taken
     */
    public CounterOutcome take(Connection connection, Object id, long amount)
            throws SQLException, InterruptedException {
        return take(new GivenConnection(connection), id, amount);
    }

    private CounterOutcome take(Session session, Object id, long amount) throws SQLException, InterruptedException {
        Objects.requireNonNull(id, "id");
        Decisions.checkAmount(amount);
        return session.run(
                retries,
                (connection, number) -> Decisions.byCondition(
                        amount,
                        () -> Row.update(connection, take, List.of(amount, id, amount)),
                        () -> Row.find(connection, look, id, row -> Row.number(row, 1)),
                        number),
                CounterOutcome.Conflict::new);
    }
}
