package io.lockkeeper.idempotency.dedupe;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * PostgreSQL. Everything is sent behind a savepoint, for an error would make the transaction refuse all that follows: the
 * savepoint, the bound on the wait, the statement, and the end of the bound and the savepoint go in one round trip.
 */
final class PostgreSql implements Dialect {

    private static final int ROUNDS = 10;

    private static final String BEGIN = "SAVEPOINT lockkeeper_dedupe;\n";
    private static final String END = ";\nRELEASE SAVEPOINT lockkeeper_dedupe";
    private static final String UNDO = "ROLLBACK TO SAVEPOINT lockkeeper_dedupe" + END;

    private static final String BOUND =
            "SELECT set_config('lockkeeper.lock_timeout', current_setting('lock_timeout'), true);\n"
                    + "SET LOCAL lock_timeout = ";
    private static final String UNBOUND =
            ";\nSELECT set_config('lock_timeout', current_setting('lockkeeper.lock_timeout'), true)";

    private static final String SERIALIZATION = "40001";
    private static final String DEADLOCK = "40P01";
    private static final String DUPLICATE = "23505";
    private static final String LOCK_TIMEOUT = "55P03";

    @Override
    public String folder() {
        return "postgresql";
    }

    @Override
    public String now() {
        return "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
    }

    @Override
    public String quote() {
        return "\"";
    }

    @Override
    public String text(int characters) {
        return "varchar(" + characters + ") COLLATE \"C\"";
    }

    @Override
    public Optional<Field> field(Column column) {
        return switch (column.type()) {
            case "varchar", "text" -> column.collation().isEmpty() ? column.as(Field.Kind.TEXT) : Optional.empty();
            case "int2" -> column.whole(16);
            case "int4" -> column.whole(32);
            case "int8" -> column.whole(64);
            case "uuid" -> column.as(Field.Kind.UNIQUE_ID);
            case "bytea" -> column.as(Field.Kind.BYTES);
            default -> Optional.empty();
        };
    }

    @Override
    public Optional<String> refusal(Column column) {
        return switch (column.engine()) {
            case "" -> Optional.empty();
            case "unlogged" -> Optional.of("it is unlogged: a crash of the server empties it");
            default -> Optional.of("it is " + column.engine() + ": other sessions do not see it");
        };
    }

    @Override
    public DedupeOutcome first(Connection connection, Mark mark) throws SQLException {
        // An expired mark that was there when the statement began may be another's when it is to be taken, or deleted.
        Answer answer = mark(connection, mark);
        for (int round = 1; answer == Answer.CHANGED && round < ROUNDS; round++) {
            answer = mark(connection, mark);
        }
        return switch (answer) {
            case MADE -> new DedupeOutcome.First(false);
            case TAKEN -> new DedupeOutcome.First(true);
            case REPEATED -> new DedupeOutcome.Repeated();
            case UNSEEN -> unseen(connection, mark);
            case BUSY, CHANGED -> new DedupeOutcome.Busy();
        };
    }

    private Answer mark(Connection connection, Mark mark) throws SQLException {
        try (PreparedStatement first = connection.prepareStatement(guarded(mark, "first"))) {
            int next = mark.setRow(first, 1);
            first.setLong(next, mark.retention());
            next = mark.setValues(first, next + 1);
            mark.setValues(first, next);
            return Answer.valueOf(answer(first));
        } catch (SQLException failure) {
            return afterFailure(connection, failure);
        }
    }

    /**
     * The mark was changed after the transaction's snapshot was taken, or so it seems: the same state stands for any
     * serialization failure. Only a violation of the unique index proves that there is a mark.
     */
    private DedupeOutcome unseen(Connection connection, Mark mark) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(guarded(mark, "insert"))) {
            mark.setRow(insert, 1);
            insert.execute();
            return new DedupeOutcome.First(true);
        } catch (SQLException failure) {
            if (DUPLICATE.equals(failure.getSQLState())) {
                undo(connection, failure);
                return new DedupeOutcome.Repeated();
            }
            if (afterFailure(connection, failure) == Answer.BUSY) {
                return new DedupeOutcome.Busy();
            }
            throw Failures.undone(failure);
        }
    }

    private Answer afterFailure(Connection connection, SQLException failure) throws SQLException {
        undo(connection, failure);
        if (LOCK_TIMEOUT.equals(failure.getSQLState())) {
            return Answer.BUSY;
        }
        if (SERIALIZATION.equals(failure.getSQLState())) {
            return Answer.UNSEEN;
        }
        throw isUndone(failure) ? Failures.undone(failure) : failure;
    }

    private static void undo(Connection connection, SQLException failure) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(UNDO);
        } catch (SQLException refused) {
            failure.addSuppressed(refused);
            throw failure;
        }
    }

    /** No wait is a millisecond: zero would mean for ever. */
    private static String guarded(Mark mark, String statement) {
        String text = mark.statements().text(statement);
        String bounded = mark.maxWait()
                .map(time -> BOUND + Math.max(1, time.toMillis()) + ";\n" + text + UNBOUND)
                .orElse(text);
        return BEGIN + bounded + END;
    }

    /** The answers of a bound come before and after. */
    private static String answer(PreparedStatement statement) throws SQLException {
        boolean hasRows = statement.execute();
        while (hasRows || statement.getUpdateCount() >= 0) {
            if (hasRows) {
                try (ResultSet rows = statement.getResultSet()) {
                    if (rows.getMetaData().getColumnLabel(1).equals("answer") && rows.next()) {
                        return rows.getString(1);
                    }
                }
            }
            hasRows = statement.getMoreResults();
        }
        throw new SQLException("The database did not say whether the operation is the first.");
    }

    @Override
    public Purged purge(Connection connection, String statement, long from) throws SQLException {
        try (PreparedStatement purge = connection.prepareStatement(statement)) {
            purge.setLong(1, from);
            try (ResultSet answer = purge.executeQuery()) {
                answer.next();
                return new Purged(answer.getLong(1), Math.max(from, answer.getLong(2)));
            }
        }
    }

    @Override
    public boolean isUndone(SQLException failure) {
        return SERIALIZATION.equals(failure.getSQLState()) || DEADLOCK.equals(failure.getSQLState());
    }

    private enum Answer {
        MADE,
        TAKEN,
        REPEATED,
        CHANGED,
        BUSY,
        UNSEEN
    }
}
