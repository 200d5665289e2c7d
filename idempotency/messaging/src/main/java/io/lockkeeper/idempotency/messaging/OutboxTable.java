package io.lockkeeper.idempotency.messaging;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The relay's statements on the table of messages. Their transaction is the caller's. */
final class OutboxTable {

    private static final int LONGEST_REASON = 500;

    private final Sql sql;

    OutboxTable(Sql sql) {
        this.sql = sql;
    }

    /**
     * Claims messages. Whoever has locked the first message of a lane has the lane, so no other relay sends from it, not even if it
     * cannot see that the first ones are sent.
     *
     * @return in the order of writing
     */
    List<ClaimedMessage> claim(Connection connection, int batch) throws SQLException {
        List<String> lanes = new ArrayList<>();
        try (PreparedStatement ask = connection.prepareStatement(sql.text("claim_lanes"))) {
            ask.setInt(1, batch);
            try (ResultSet rows = ask.executeQuery()) {
                while (rows.next()) {
                    lanes.add(rows.getString(1));
                }
            }
        }
        return lanes.isEmpty() ? List.of() : messages(connection, lanes, batch);
    }

    private List<ClaimedMessage> messages(Connection connection, List<String> lanes, int batch) throws SQLException {
        List<ClaimedMessage> messages = new ArrayList<>();
        try (PreparedStatement ask = connection.prepareStatement(sql.text("claimed_messages", lanes.size()))) {
            int place = 1;
            for (String lane : lanes) {
                ask.setString(place++, lane);
            }
            ask.setInt(place, batch);
            try (ResultSet rows = ask.executeQuery()) {
                while (rows.next()) {
                    messages.add(new ClaimedMessage(
                            rows.getLong("seq"), rows.getString("lane"), message(rows), rows.getInt("refusals")));
                }
            }
        }
        return messages;
    }

    private static OutboxMessage message(ResultSet row) throws SQLException {
        OutboxMessage message =
                OutboxMessage.of(row.getString("id"), row.getString("destination"), row.getBytes("payload"));
        String key = row.getString("message_key");
        if (key != null) {
            message = message.withKey(key);
        }
        for (Map.Entry<String, String> header :
                Headers.decode(row.getBytes("headers")).entrySet()) {
            message = message.withHeader(header.getKey(), header.getValue());
        }
        return message;
    }

    /** Deletes messages that the broker has confirmed, or marks them as sent. */
    void sent(Connection connection, List<Long> seqs, boolean keep) throws SQLException {
        if (seqs.isEmpty()) {
            return;
        }
        String statement = sql.text(keep ? "mark_sent" : "delete_sent", seqs.size());
        try (PreparedStatement change = connection.prepareStatement(statement)) {
            int place = 1;
            for (long seq : seqs) {
                change.setLong(place++, seq);
            }
            change.executeUpdate();
        }
    }

    /** Notes that the broker refused a message. */
    void refused(Connection connection, long seq, Duration pause, boolean setAside, String reason) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.text("refused"))) {
            update.setLong(1, micros(pause));
            update.setInt(2, setAside ? 2 : 0);
            update.setString(3, reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
            update.setLong(4, seq);
            update.executeUpdate();
        }
    }

    /** Deletes messages that were sent long ago, and returns how many. */
    int purge(Connection connection, Duration kept, int batch) throws SQLException {
        List<Long> old = new ArrayList<>();
        try (PreparedStatement ask = connection.prepareStatement(sql.text("old_sent"))) {
            ask.setLong(1, micros(kept));
            ask.setInt(2, batch);
            try (ResultSet rows = ask.executeQuery()) {
                while (rows.next()) {
                    old.add(rows.getLong(1));
                }
            }
        }
        sent(connection, old, false);
        return old.size();
    }

    private static long micros(Duration duration) {
        return duration.toSeconds() * 1_000_000 + duration.toNanosPart() / 1_000;
    }
}
