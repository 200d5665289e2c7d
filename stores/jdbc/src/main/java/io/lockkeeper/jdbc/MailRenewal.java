package io.lockkeeper.jdbc;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toList;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
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
import java.util.function.BooleanSupplier;

/**
 * A renewal where an UPDATE says only how many rows it changed. That number decides, and nothing else: a SELECT, even one
 * that locks, may be answered by a replica. Where some leases are lost or locked, those that seem to be neither are renewed
 * first, then parts of the rest, until each is renewed, lost, or a single one whose row somebody has locked, or until the time
 * is up. Of what is left nothing is known. Used once.
 */
final class MailRenewal {

    /** From a thousand names on, MariaDB may scan the table instead, and meet rows that others have locked. */
    private static final int MOST_AT_ONCE = 500;

    private final Dialect dialect;
    private final Loan loan;
    private final Sql sql;
    private final BooleanSupplier isTimeUp;
    private final Map<ClaimId, Grant> renewed = new HashMap<>();
    private final Set<ClaimId> lost = new HashSet<>();

    MailRenewal(Dialect dialect, Loan loan, Sql sql, BooleanSupplier isTimeUp) {
        this.dialect = dialect;
        this.loan = loan;
        this.sql = sql;
        this.isTimeUp = isTimeUp;
    }

    /** Leases of the same length go together: usually all. A failure takes nothing back of what is known by then. */
    RenewalOutcome of(Collection<Renewal> due) throws SQLException {
        try {
            renew(due);
        } catch (SQLException failure) {
            if (renewed.isEmpty() && lost.isEmpty()) {
                throw failure;
            }
        }
        return new RenewalOutcome(renewed, lost);
    }

    private void renew(Collection<Renewal> due) throws SQLException {
        Map<Duration, List<Grant>> byLease =
                due.stream().collect(groupingBy(Renewal::lease, mapping(Renewal::grant, toList())));
        boolean isFirst = true;
        for (Map.Entry<Duration, List<Grant>> equal : byLease.entrySet()) {
            List<Grant> grants = equal.getValue();
            for (int first = 0; first < grants.size(); first += MOST_AT_ONCE) {
                if (!isFirst && isTimeUp.getAsBoolean()) {
                    return;
                }
                isFirst = false;
                List<Grant> part = grants.subList(first, Math.min(first + MOST_AT_ONCE, grants.size()));
                if (!tryRenew(part, equal.getKey())) {
                    renewApart(part, equal.getKey());
                }
            }
        }
    }

    /** Those that can be renewed go first, so that however many are locked, they are not late. */
    private void renewApart(List<Grant> grants, Duration lease) throws SQLException {
        Set<String> free = free(grants);
        Map<Boolean, List<Grant>> parts = grants.stream()
                .collect(partitioningBy(grant -> free.contains(grant.claim().toString())));
        renewPart(parts.getOrDefault(true, List.of()), lease);
        renewPart(parts.getOrDefault(false, List.of()), lease);
    }

    private void renewPart(List<Grant> grants, Duration lease) throws SQLException {
        if (!grants.isEmpty() && !tryRenew(grants, lease) && grants.size() > 1) {
            int half = grants.size() / 2;
            for (List<Grant> part : List.of(grants.subList(0, half), grants.subList(half, grants.size()))) {
                if (!isTimeUp.getAsBoolean()) {
                    renewPart(part, lease);
                }
            }
        }
    }

    /** Renews leases; whether that shows that all are renewed, or all lost. */
    private boolean tryRenew(List<Grant> grants, Duration lease) throws SQLException {
        int changed;
        try (PreparedStatement renew = loan.prepare(sql.text("renew", grants.size()))) {
            renew.setLong(bind(renew, grants), LockRow.micros(lease));
            changed = renew.executeUpdate();
        } catch (SQLException failure) {
            if (dialect.isLockTimeout(failure)) {
                return false;
            }
            throw failure;
        }
        if (changed == grants.size()) {
            grants.forEach(grant -> renewed.put(grant.claim(), grant.renewed(lease, grant.storeNanos())));
        } else if (changed == 0) {
            grants.forEach(grant -> lost.add(grant.claim()));
        }
        return changed == grants.size() || changed == 0;
    }

    /** The claims that seem to hold their locks and whose rows nobody has locked. */
    private Set<String> free(List<Grant> grants) throws SQLException {
        Set<String> free = new HashSet<>();
        try (PreparedStatement read = loan.prepare(sql.text("free", grants.size()))) {
            int unused = bind(read, grants);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    free.add(rows.getString("claim"));
                }
            }
        }
        return free;
    }

    /** Returns the number of the parameter after them. */
    private int bind(PreparedStatement statement, List<Grant> grants) throws SQLException {
        int next = 1;
        for (Grant grant : grants) {
            dialect.setName(statement, next++, LockName.of(grant.name()).key());
        }
        for (Grant grant : grants) {
            statement.setString(next++, grant.claim() + " " + grant.firstToken());
        }
        return next;
    }
}
