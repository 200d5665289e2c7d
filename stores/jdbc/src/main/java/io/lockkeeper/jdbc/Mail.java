package io.lockkeeper.jdbc;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What databases have in common that notify nobody: what clients must be told is put into a table, in the transaction
 * that changes a lock's row, and clients look there.
 */
abstract class Mail implements Dialect {

    /** A statement has 65,535 parameters at most, and a lock is two of them. */
    private static final int MOST_AT_ONCE = 20_000;

    @Override
    public boolean swap(Loan loan, Sql sql, LockRow row) throws SQLException {
        if (row.messages().isEmpty()) {
            return write(loan, sql, row);
        }
        Connection connection = loan.connection();
        connection.setAutoCommit(false);
        try {
            boolean written = write(loan, sql, row);
            if (written) {
                send(loan, sql, row.messages());
            }
            connection.commit();
            connection.setAutoCommit(true);
            return written;
        } catch (SQLException | RuntimeException failure) {
            undo(connection, failure);
            throw failure;
        }
    }

    private static void undo(Connection connection, Exception failure) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException broken) {
            failure.addSuppressed(broken);
        }
    }

    private static boolean write(Loan loan, Sql sql, LockRow row) throws SQLException {
        try (PreparedStatement swap = loan.prepare(sql.text("swap"))) {
            Columns.write(swap, row);
            return swap.executeUpdate() == 1;
        }
    }

    private static void send(Loan loan, Sql sql, List<Message> messages) throws SQLException {
        try (PreparedStatement send = loan.prepare(sql.text("send"))) {
            for (Message message : messages) {
                send.setString(1, message.client());
                send.setString(2, message.text());
                send.addBatch();
            }
            send.executeBatch();
        }
    }

    /** Leases of the same length go together: usually all. */
    @Override
    public RenewalOutcome renew(Loan loan, Sql sql, Collection<Renewal> due) throws SQLException {
        Map<ClaimId, Grant> renewed = new HashMap<>();
        Set<ClaimId> lost = new HashSet<>();
        Map<Duration, List<Grant>> byLease = due.stream()
                .collect(
                        Collectors.groupingBy(Renewal::lease, Collectors.mapping(Renewal::grant, Collectors.toList())));
        for (Map.Entry<Duration, List<Grant>> equal : byLease.entrySet()) {
            List<Grant> grants = equal.getValue();
            for (int first = 0; first < grants.size(); first += MOST_AT_ONCE) {
                List<Grant> part = grants.subList(first, Math.min(first + MOST_AT_ONCE, grants.size()));
                renew(loan, sql, equal.getKey(), part, renewed, lost);
            }
        }
        return new RenewalOutcome(renewed, lost);
    }

    private static void renew(
            Loan loan, Sql sql, Duration lease, List<Grant> grants, Map<ClaimId, Grant> renewed, Set<ClaimId> lost)
            throws SQLException {
        if (extend(loan, sql, lease, grants) == grants.size()) {
            for (Grant grant : grants) {
                renewed.put(grant.claim(), grant.renewed(lease, grant.storeNanos()));
            }
            return;
        }
        // Some are lost or locked, and an UPDATE does not say which: what ends late enough after a second one was
        // renewed.
        long now = time(loan, sql);
        extend(loan, sql, lease, grants);
        Map<String, Long> ends = ends(loan, sql, grants);
        for (Grant grant : grants) {
            Long end = ends.get(grant.claim().toString());
            if (end == null) {
                lost.add(grant.claim());
            } else if (end >= now + LockRow.micros(lease)) {
                renewed.put(grant.claim(), grant.renewed(lease, MICROSECONDS.toNanos(now)));
            }
        }
    }

    private static int extend(Loan loan, Sql sql, Duration lease, List<Grant> grants) throws SQLException {
        try (PreparedStatement extend = loan.prepare(sql.text("renew", grants.size()))) {
            extend.setLong(bind(extend, 1, grants), LockRow.micros(lease));
            return extend.executeUpdate();
        }
    }

    private static Map<String, Long> ends(Loan loan, Sql sql, List<Grant> grants) throws SQLException {
        Map<String, Long> ends = new HashMap<>();
        try (PreparedStatement read = loan.prepare(sql.text("leases", grants.size()))) {
            int unused = bind(read, 1, grants);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    ends.put(rows.getString("claim"), rows.getLong("ends"));
                }
            }
        }
        return ends;
    }

    /** Returns the number of the parameter after them. */
    private static int bind(PreparedStatement statement, int first, List<Grant> grants) throws SQLException {
        int next = first;
        for (Grant grant : grants) {
            statement.setString(next++, LockName.of(grant.name()).key());
        }
        for (Grant grant : grants) {
            statement.setString(next++, grant.claim().toString());
        }
        return next;
    }

    private static long time(Loan loan, Sql sql) throws SQLException {
        try (PreparedStatement read = loan.prepare(sql.text("time"));
                ResultSet time = read.executeQuery()) {
            time.next();
            return time.getLong(1);
        }
    }

    @Override
    public Post post(PostOffice office) {
        return new MailPost(office);
    }
}
