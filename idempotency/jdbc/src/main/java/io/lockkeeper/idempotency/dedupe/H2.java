package io.lockkeeper.idempotency.dedupe;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** H2. A duplicate leaves the transaction as it is; a deadlock undoes all of it. */
final class H2 implements Dialect {

    private static final int DUPLICATE = 23505;
    private static final int LOCK_TIMEOUT = 50200;
    private static final int DEADLOCK = 40001;
    private static final int CONCURRENT_UPDATE = 90131;

    @Override
    public String folder() {
        return "h2";
    }

    /** DATEDIFF would count the session's local time, which jumps. */
    @Override
    public String now() {
        return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)";
    }

    @Override
    public String quote() {
        return "\"";
    }

    @Override
    public String text(int characters) {
        return "VARCHAR(" + characters + ")";
    }

    @Override
    public Optional<Field> field(Column column) {
        return switch (column.type()) {
            case "CHARACTER VARYING" ->
                column.collation().isEmpty() || column.collation().equals("OFF")
                        ? column.as(Field.Kind.TEXT)
                        : Optional.empty();
            case "SMALLINT" -> column.whole(16);
            case "INTEGER" -> column.whole(32);
            case "BIGINT" -> column.whole(64);
            case "UUID" -> column.as(Field.Kind.UNIQUE_ID);
            case "BINARY VARYING" -> column.as(Field.Kind.BYTES);
            default -> Optional.empty();
        };
    }

    @Override
    public DedupeOutcome first(Connection connection, Mark mark) throws SQLException {
        if (mark.maxWait().isEmpty()) {
            return mark(connection, mark);
        }
        long before = waitOf(connection);
        setWait(connection, mark.maxWait().get().toMillis());
        try {
            return mark(connection, mark);
        } finally {
            setWait(connection, before);
        }
    }

    /** A second insertion says whether what was not taken over is valid, or was purged meanwhile. */
    private DedupeOutcome mark(Connection connection, Mark mark) throws SQLException {
        try {
            if (insert(connection, mark)) {
                return new DedupeOutcome.First(false);
            }
            if (takeOver(connection, mark) || insert(connection, mark)) {
                return new DedupeOutcome.First(true);
            }
            return new DedupeOutcome.Repeated();
        } catch (SQLException failure) {
            if (failure.getErrorCode() == LOCK_TIMEOUT) {
                return new DedupeOutcome.Busy();
            }
            throw isUndone(failure) ? Failures.undone(failure) : failure;
        }
    }

    private static boolean insert(Connection connection, Mark mark) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(mark.statements().text("insert"))) {
            mark.setRow(insert, 1);
            return insert.executeUpdate() == 1;
        } catch (SQLException failure) {
            if (failure.getErrorCode() == DUPLICATE) {
                return false;
            }
            throw failure;
        }
    }

    /** What was changed since the transaction's snapshot is another's. */
    private static boolean takeOver(Connection connection, Mark mark) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(mark.statements().text("take_over"))) {
            update.setLong(1, mark.retention());
            mark.setValues(update, 2);
            return update.executeUpdate() == 1;
        } catch (SQLException failure) {
            if (failure.getErrorCode() == CONCURRENT_UPDATE) {
                return false;
            }
            throw failure;
        }
    }

    private static long waitOf(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SELECT LOCK_TIMEOUT()")) {
            answer.next();
            return answer.getLong(1);
        }
    }

    private static void setWait(Connection connection, long millis) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCK_TIMEOUT " + millis);
        }
    }

    @Override
    public Purged purge(Connection connection, String statement, long from) throws SQLException {
        try (PreparedStatement purge = connection.prepareStatement(statement)) {
            return new Purged(purge.executeUpdate(), 0);
        }
    }

    @Override
    public boolean isUndone(SQLException failure) {
        return failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == CONCURRENT_UPDATE;
    }
}
