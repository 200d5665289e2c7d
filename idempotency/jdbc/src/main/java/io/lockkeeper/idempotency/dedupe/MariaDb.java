package io.lockkeeper.idempotency.dedupe;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/** MariaDB. A duplicate leaves the transaction as it is; a deadlock undoes all of it. */
class MariaDb implements Dialect {

    private static final int MADE = 1;
    private static final int TAKEN = 2;
    private static final int REPEATED = 3;

    private static final int LOCK_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;
    private static final int CHANGED_SINCE_READ = 1020;

    @Override
    public String folder() {
        return "mariadb";
    }

    /** In UTC: local time has an hour twice in autumn. */
    @Override
    public String now() {
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
    }

    @Override
    public String quote() {
        return "`";
    }

    @Override
    public String text(int characters) {
        return "VARCHAR(" + characters + ") CHARACTER SET utf8mb4 COLLATE " + bytewise();
    }

    /** The collation that compares by bytes and does not pad. */
    String bytewise() {
        return "utf8mb4_nopad_bin";
    }

    @Override
    public Optional<Field> field(Column column) {
        return switch (column.type()) {
            case "varchar" ->
                column.collation().equals("utf8mb4_nopad_bin")
                                || column.collation().equals("utf8mb4_0900_bin")
                        ? column.as(Field.Kind.TEXT)
                        : Optional.empty();
            case "smallint" -> column.whole(16);
            case "int" -> column.whole(32);
            case "bigint" -> column.whole(64);
            case "uuid" -> column.as(Field.Kind.UNIQUE_ID);
            case "varbinary" -> column.as(Field.Kind.BYTES);
            default -> Optional.empty();
        };
    }

    /** A number that the database gives would be the last insert id, instead of the answer. */
    @Override
    public Optional<String> refusal(Column column) {
        if (column.type().endsWith(" AUTO_INCREMENT")) {
            return Optional.of("its column '" + column.name()
                    + "' is AUTO_INCREMENT: its numbers would be taken for the database's answer");
        }
        return column.engine().equals("InnoDB")
                ? Optional.empty()
                : Optional.of("its engine is " + column.engine() + ", which has no transactions: declare it InnoDB");
    }

    @Override
    public Optional<String> refusal(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SELECT @@SESSION.character_set_client")) {
            answer.next();
            String characters = answer.getString(1);
            return characters.equals("utf8mb4")
                    ? Optional.empty()
                    : Optional.of(
                            "its connection speaks " + characters + ", and what that lacks becomes '?', so that two"
                                    + " values could become one: let the driver use UTF-8");
        }
    }

    @Override
    public DedupeOutcome first(Connection connection, Mark mark) throws SQLException {
        String text = mark.statements().text("first");
        try (PreparedStatement first = connection.prepareStatement(
                mark.maxWait().map(time -> bounded(text, time)).orElse(text), Statement.RETURN_GENERATED_KEYS)) {
            int next = mark.setRow(first, 1);
            first.setLong(next, mark.retention());
            int rows = first.executeUpdate();
            try (ResultSet answer = first.getGeneratedKeys()) {
                // A driver that counts changed rows only has no answer if nothing changed.
                return outcome(answer.next() || rows != 0 ? answer.getInt(1) : REPEATED);
            }
        } catch (SQLException failure) {
            if (failure.getErrorCode() == LOCK_TIMEOUT && !undoesAllAfterTimeout(connection)) {
                return new DedupeOutcome.Busy();
            }
            throw isUndone(failure) || failure.getErrorCode() == LOCK_TIMEOUT ? Failures.undone(failure) : failure;
        }
    }

    private static DedupeOutcome outcome(int answer) throws SQLException {
        return switch (answer) {
            case MADE -> new DedupeOutcome.First(false);
            case TAKEN -> new DedupeOutcome.First(true);
            case REPEATED -> new DedupeOutcome.Repeated();
            default ->
                throw new SQLException("The driver did not say whether the operation is the first, but " + answer);
        };
    }

    /** An option of the server: else only the statement is undone. */
    private static boolean undoesAllAfterTimeout(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SELECT @@GLOBAL.innodb_rollback_on_timeout")) {
            return answer.next() && answer.getInt(1) != 0;
        }
    }

    /** It counts in seconds; none is no wait. */
    String bounded(String statement, Duration time) {
        return "SET STATEMENT innodb_lock_wait_timeout = " + seconds(time) + " FOR " + statement;
    }

    static long seconds(Duration time) {
        return time.plusNanos(999_999_999).toSeconds();
    }

    /** What was deleted is soon gone from the index, too. */
    @Override
    public Purged purge(Connection connection, String statement, long from) throws SQLException {
        try (PreparedStatement purge = connection.prepareStatement(statement)) {
            return new Purged(purge.executeUpdate(), 0);
        }
    }

    @Override
    public boolean isUndone(SQLException failure) {
        return failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == CHANGED_SINCE_READ;
    }
}
