package io.lockkeeper.idempotency.messaging;

import io.lockkeeper.idempotency.Fingerprint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Stores messages in the transaction that gives reason to them; an {@link OutboxRelay} sends them once it has committed. Safe for use by
 * many threads.
 *
 * <pre>{@code
 * inbox.handle(message, (attempt, connection) -> {
 *   book(connection, order);
 *   outbox.write(connection, OutboxMessage.of(attempt.downstreamKey("booked"), "bookings", payload).withKey(customer));
 * });
 * }</pre>
 *
 * <p>A message is sent at least once. Its receiver's inbox knows repeats by its id.
 */
public final class Outbox {

    private final Sql sql;

    private Outbox(Sql sql) {
        this.sql = sql;
    }

    /**
     * Opens an outbox.
     *
     * @param source connections to the database
     * @param settings whether to create the table
     * @throws SQLException if the database fails
     */
    public static Outbox open(DataSource source, OutboxSettings settings) throws SQLException {
        return new Outbox(Sql.open(source, settings.createTables()));
    }

    /**
     * Writes a message, to be sent if the transaction commits.
     *
     * @param connection the transaction
     * @param message to be sent
     * @throws IllegalStateException if the connection commits each statement by itself: the message would be sent even if the work
     *     failed
     * @throws SQLException if the database fails; if there is a message with the same id, the exception is of class 23 (an
     *     integrity constraint)
     */
    public void write(Connection connection, OutboxMessage message) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "The connection is in auto-commit mode: the message would be sent even if the work"
                            + " that it tells of failed. Call setAutoCommit(false), or begin a transaction.");
        }
        try (PreparedStatement insert = connection.prepareStatement(sql.text("write_message"))) {
            insert.setString(1, message.id());
            insert.setString(2, lane(message));
            insert.setString(3, message.destination());
            insert.setString(4, message.key().orElse(null));
            insert.setBytes(5, Headers.encode(message.headers()));
            insert.setBytes(6, message.payload());
            insert.executeUpdate();
        }
    }

    /** Messages without a key are in no order, so each has a lane of its own. */
    private static String lane(OutboxMessage message) {
        return message.key()
                .map(key -> Fingerprint.of("key", message.destination(), key))
                .orElseGet(() -> Fingerprint.of("id", message.id()))
                .value();
    }

    /**
     * Has a message sent that was set aside.
     *
     * @param connection a transaction, or one that commits each statement by itself
     * @param id of the message
     * @return whether there was one
     * @throws SQLException if the database fails
     */
    public boolean retry(Connection connection, String id) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.text("retry"))) {
            update.setString(1, id);
            return update.executeUpdate() == 1;
        }
    }
}
