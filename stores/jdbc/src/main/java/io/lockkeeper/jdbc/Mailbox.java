package io.lockkeeper.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** The table in which clients find what they have to be told. Blocks; thread-safe. */
final class Mailbox {

    /** From a thousand rows on, MariaDB would scan the table to delete them. */
    private static final int AT_ONCE = 500;

    private final Connections connections;
    private final Sql sql;
    private final AtomicBoolean failing = new AtomicBoolean();

    Mailbox(Connections connections, Sql sql) {
        this.connections = connections;
        this.sql = sql;
    }

    /**
     * Gives a reader what there is for a client, in order, and deletes it, except for texts at which the reader returns false.
     * Whether there may be more.
     */
    boolean read(String client, Predicate<String> reader) {
        try (Loan loan = connections.open()) {
            Set<Long> handled = new LinkedHashSet<>();
            find(loan, client).forEach((id, text) -> {
                if (reader.test(text)) {
                    handled.add(id);
                }
            });
            return !handled.isEmpty() && delete(loan, sql.text("told", handled.size()), handled) == AT_ONCE;
        } catch (SQLException | RuntimeException | Error failure) {
            // What was not read stays; it is looked for again, and who waits asks by itself when the lease before it
            // ends. A source of connections that is closed may throw anything.
            return false;
        }
    }

    /** Deletes what nobody will read any more. */
    void sweep() {
        try (Loan loan = connections.open()) {
            int unused = delete(loan, sql.text("old_mail"), Set.of());
        } catch (SQLException | RuntimeException | Error failure) {
            // Somebody will do it some other time: it is only a matter of space.
        }
    }

    private Map<Long, String> find(Loan loan, String client) throws SQLException {
        Map<Long, String> found = new LinkedHashMap<>();
        try (PreparedStatement read = loan.prepare(sql.text("mail"))) {
            read.setString(1, client);
            read.setInt(2, AT_ONCE);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getLong("id"), rows.getString("text"));
                }
            }
        }
        return found;
    }

    /** By their numbers: one that was sent earlier may be committed later. A failure is logged, the first of several. */
    private int delete(Loan loan, String text, Set<Long> ids) throws SQLException {
        try (PreparedStatement delete = loan.prepare(text)) {
            int next = 1;
            for (long id : ids) {
                delete.setLong(next++, id);
            }
            int deleted = delete.executeUpdate();
            failing.set(false);
            return deleted;
        } catch (SQLException failure) {
            if (!failing.getAndSet(true)) {
                Log.warning("Messages can't be deleted from the table of mail, so they are read again and again: "
                        + failure.getMessage());
            }
            throw failure;
        }
    }
}
