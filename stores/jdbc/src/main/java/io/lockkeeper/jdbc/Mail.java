package io.lockkeeper.jdbc;

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

    private boolean write(Loan loan, Sql sql, LockRow row) throws SQLException {
        try (PreparedStatement swap = loan.prepare(sql.text("swap"))) {
            Columns.write(swap, row, this);
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

    private void renew(
            Loan loan, Sql sql, Duration lease, List<Grant> grants, Map<ClaimId, Grant> renewed, Set<ClaimId> lost)
            throws SQLException {
        if (extend(loan, sql, lease, grants) == grants.size()) {
            for (Grant grant : grants) {
                renewed.put(grant.claim(), grant.renewed(lease, grant.storeNanos()));
            }
            return;
        }
        // Some are lost or locked, and an UPDATE does not say which. Rows that can be locked now are renewed again; of
        // the
        // others those are lost that are not there, and those that somebody keeps are not known.
        Set<String> free = held(loan, sql, "unlocked", grants);
        List<Grant> there = grants.stream()
                .filter(grant -> free.contains(grant.claim().toString()))
                .toList();
        if (!there.isEmpty() && extend(loan, sql, lease, there) == there.size()) {
            there.forEach(grant -> renewed.put(grant.claim(), grant.renewed(lease, grant.storeNanos())));
        }
        findLost(
                loan,
                sql,
                grants.stream()
                        .filter(grant -> !free.contains(grant.claim().toString()))
                        .toList(),
                lost);
    }

    /** Halves those in question until no half has both lost and locked ones. */
    private void findLost(Loan loan, Sql sql, List<Grant> grants, Set<ClaimId> lost) throws SQLException {
        if (grants.isEmpty()) {
            return;
        }
        try {
            Set<String> there = held(loan, sql, "present", grants);
            for (Grant grant : grants) {
                if (!there.contains(grant.claim().toString())) {
                    lost.add(grant.claim());
                }
            }
        } catch (SQLException locked) {
            if (!isLockTimeout(locked)) {
                throw locked;
            }
            if (grants.size() > 1) {
                findLost(loan, sql, grants.subList(0, grants.size() / 2), lost);
                findLost(loan, sql, grants.subList(grants.size() / 2, grants.size()), lost);
            }
        }
    }

    private int extend(Loan loan, Sql sql, Duration lease, List<Grant> grants) throws SQLException {
        try (PreparedStatement extend = loan.prepare(sql.text("renew", grants.size()))) {
            extend.setLong(bind(extend, grants), LockRow.micros(lease));
            return extend.executeUpdate();
        }
    }

    private Set<String> held(Loan loan, Sql sql, String statement, List<Grant> grants) throws SQLException {
        Set<String> held = new HashSet<>();
        if (grants.isEmpty()) {
            return held;
        }
        try (PreparedStatement read = loan.prepare(sql.text(statement, grants.size()))) {
            int unused = bind(read, grants);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    held.add(rows.getString("claim"));
                }
            }
        }
        return held;
    }

    /** Returns the number of the parameter after them. */
    private int bind(PreparedStatement statement, List<Grant> grants) throws SQLException {
        int next = 1;
        for (Grant grant : grants) {
            setName(statement, next++, LockName.of(grant.name()).key());
        }
        for (Grant grant : grants) {
            statement.setString(next++, grant.claim().toString());
        }
        return next;
    }

    @Override
    public Post post(PostOffice office) {
        return new MailPost(office);
    }
}
