package io.lockkeeper.idempotency.dedupe;

import io.lockkeeper.servers.Await;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Scanner;

/**
 * A dedupe table of one test on a real database.
 *
 * @param kind of the database
 * @param layout a new table, shared
 */
record Marks(Kind kind, DedupeLayout layout) {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    static Marks on(Kind kind) throws SQLException {
        return on(kind, "order_id");
    }

    static Marks on(Kind kind, String... fields) throws SQLException {
        Marks marks = new Marks(kind, DedupeLayout.shared(Kind.newTable(), fields));
        marks.create();
        return marks;
    }

    /** Runs the script, as a tool that changes schemas does. */
    void create() throws SQLException {
        try (Scanner script = new Scanner(DedupeTable.ddl(kind.database(), layout))) {
            script.useDelimiter(";\\s*\n");
            while (script.hasNext()) {
                execute(script.next());
            }
        }
    }

    PlainDataSource source() {
        return new PlainDataSource(kind.url());
    }

    DedupeTable open() throws SQLException {
        return open("billing");
    }

    DedupeTable open(String consumer) throws SQLException {
        return DedupeTable.open(source(), layout, consumer);
    }

    /** A connection in a transaction. */
    Connection begin() throws SQLException {
        return begin(Connection.TRANSACTION_READ_COMMITTED);
    }

    Connection begin(int isolation) throws SQLException {
        Connection connection = source().getConnection();
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(false);
        return connection;
    }

    /** Marks in a transaction of its own. */
    DedupeOutcome commit(DedupeTable table, Object... values) throws SQLException {
        try (Connection connection = begin()) {
            DedupeOutcome outcome = table.first(connection, values);
            connection.commit();
            return outcome;
        }
    }

    /** Lets all marks expire that there are. */
    void expire() throws SQLException {
        execute("UPDATE " + layout.table() + " SET expires_at = 1");
    }

    void insert(String consumer, String order, long expiry) throws SQLException {
        try (Connection connection = source().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + layout.table() + " VALUES (?, ?, ?)")) {
            insert.setString(1, consumer);
            insert.setString(2, order);
            insert.setLong(3, expiry);
            insert.executeUpdate();
        }
    }

    long count() throws SQLException {
        return number("SELECT count(*) FROM " + layout.table());
    }

    void execute(String command) throws SQLException {
        try (Connection connection = source().getConnection()) {
            execute(connection, command);
        }
    }

    static void execute(Connection connection, String command) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    long number(String question) throws SQLException {
        try (Connection connection = source().getConnection()) {
            return number(connection, question);
        }
    }

    static long number(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            answer.next();
            return answer.getLong(1);
        }
    }

    /** Returns when so many sessions wait for others' rows. */
    void awaitWaiting(int sessions) {
        Await.until(sessions + " waiting sessions", PATIENCE, () -> kind.areWaiting(sessions, source()));
    }
}
