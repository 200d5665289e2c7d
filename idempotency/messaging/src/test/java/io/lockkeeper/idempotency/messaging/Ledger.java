package io.lockkeeper.idempotency.messaging;

import io.lockkeeper.servers.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The effects of messages, in a real PostgreSQL that the tests of this JVM share: a row for each time that one was handled. */
final class Ledger {

    private static final class Shared {
        static final Ledger LEDGER = new Ledger(PostgresServer.start().url()).create();
    }

    private final String url;

    private Ledger(String url) {
        this.url = url;
    }

    static Ledger shared() {
        return Shared.LEDGER;
    }

    static Ledger at(String url) {
        return new Ledger(url);
    }

    private Ledger create() {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE effects (message text NOT NULL, by text NOT NULL)");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        return this;
    }

    String url() {
        return url;
    }

    DataSource source() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        return source;
    }

    /** Writes the effect of a message. */
    static void add(Connection connection, String message, String by) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO effects VALUES (?, ?)")) {
            insert.setString(1, message);
            insert.setString(2, by);
            insert.executeUpdate();
        }
    }

    /** Who has handled a message, once for each effect. */
    List<String> handlersOf(String message) throws SQLException {
        try (Connection connection = source().getConnection();
                PreparedStatement ask = connection.prepareStatement("SELECT by FROM effects WHERE message = ?")) {
            ask.setString(1, message);
            List<String> handlers = new ArrayList<>();
            try (ResultSet rows = ask.executeQuery()) {
                while (rows.next()) {
                    handlers.add(rows.getString(1));
                }
            }
            return handlers;
        }
    }

    boolean has(String message) throws SQLException {
        return !handlersOf(message).isEmpty();
    }
}
