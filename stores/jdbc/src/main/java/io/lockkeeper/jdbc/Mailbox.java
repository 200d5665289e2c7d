package io.lockkeeper.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The table in which clients find what they have to be told. Blocks; thread-safe. */
final class Mailbox {

    private final Connections connections;
    private final Sql sql;

    Mailbox(Connections connections, Sql sql) {
        this.connections = connections;
        this.sql = sql;
    }

    /** Reads what there is for a client, in order, and deletes it. */
    void read(String client, Consumer<String> reader) {
        try (Loan loan = connections.open()) {
            Map<Long, String> found = find(loan, client);
            if (!found.isEmpty()) {
                try {
                    found.values().forEach(reader);
                } finally {
                    delete(loan, found);
                }
            }
        } catch (SQLException | RuntimeException failure) {
            // What was not read stays; it is looked for again, and who waits asks by itself when the lease before it
            // ends. A source of connections that is closed may throw anything.
        }
    }

    /** Deletes what nobody will read any more. */
    void sweep() {
        try (Loan loan = connections.open();
                PreparedStatement old = loan.prepare(sql.text("old_mail"))) {
            old.executeUpdate();
        } catch (SQLException | RuntimeException failure) {
            // Somebody will do it some other time: it is only a matter of space.
        }
    }

    private Map<Long, String> find(Loan loan, String client) throws SQLException {
        Map<Long, String> found = new LinkedHashMap<>();
        try (PreparedStatement read = loan.prepare(sql.text("mail"))) {
            read.setString(1, client);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getLong("id"), rows.getString("text"));
                }
            }
        }
        return found;
    }

    /** By their numbers: one that was sent earlier may be committed later. */
    private void delete(Loan loan, Map<Long, String> found) throws SQLException {
        try (PreparedStatement delete = loan.prepare(sql.text("told", found.size()))) {
            int next = 1;
            for (long id : found.keySet()) {
                delete.setLong(next++, id);
            }
            delete.executeUpdate();
        }
    }
}
