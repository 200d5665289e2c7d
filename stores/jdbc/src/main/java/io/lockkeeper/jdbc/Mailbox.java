package io.lockkeeper.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The table in which clients find what they have to be told. Blocks; thread-safe. */
final class Mailbox {

    private final Connections connections;
    private final Sql sql;

    Mailbox(Connections connections, Sql sql) {
        this.connections = connections;
        this.sql = sql;
    }

    /** Gives a reader what there is for a client, in order, and deletes it, except for texts at which the reader returns false. */
    void read(String client, Predicate<String> reader) {
        try (Loan loan = connections.open()) {
            Set<Long> handled = new LinkedHashSet<>();
            find(loan, client).forEach((id, text) -> {
                if (reader.test(text)) {
                    handled.add(id);
                }
            });
            if (!handled.isEmpty()) {
                delete(loan, handled);
            }
        } catch (SQLException | RuntimeException | Error failure) {
            // What was not read stays; it is looked for again, and who waits asks by itself when the lease before it
            // ends. A source of connections that is closed may throw anything.
        }
    }

    /** Deletes what nobody will read any more. */
    void sweep() {
        try (Loan loan = connections.open();
                PreparedStatement old = loan.prepare(sql.text("old_mail"))) {
            old.executeUpdate();
        } catch (SQLException | RuntimeException | Error failure) {
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
    private void delete(Loan loan, Set<Long> handled) throws SQLException {
        try (PreparedStatement delete = loan.prepare(sql.text("told", handled.size()))) {
            int next = 1;
            for (long id : handled) {
                delete.setLong(next++, id);
            }
            delete.executeUpdate();
        }
    }
}
