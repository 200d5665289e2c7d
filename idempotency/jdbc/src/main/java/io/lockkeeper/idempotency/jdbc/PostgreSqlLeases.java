package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Leases in PostgreSQL: each request is one statement. */
final class PostgreSqlLeases implements LeaseDialect {

    private static final String LOCK_TIMEOUT = "55P03";
    private static final int ROUNDS = 10;
    private static final int MOST_AT_ONCE = 500;

    @Override
    public ClaimAnswer claim(LeaseSession session, IdempotencyClaim claim) throws SQLException {
        for (int round = 0; round < ROUNDS; round++) {
            try (PreparedStatement statement = session.write("lease_claim")) {
                int next = session.setKey(statement, 1, claim.key());
                statement.setString(next, claim.owner());
                statement.setString(next + 1, claim.fingerprint().value());
                statement.setLong(next + 2, LeaseTimes.micros(claim.terms().lease()));
                Mark.setRetention(statement, next + 3, claim.terms().abandoned());
                statement.setBoolean(next + 4, claim.terms().takesOver());
                statement.setLong(next + 5, PostgreSql.gate(claim.key()));
                setPatience(statement, next + 6, session.patience());
                try (ResultSet answer = statement.executeQuery()) {
                    if (answer.next()) {
                        return answer.getString("answer").equals("busy")
                                ? LeaseRow.busy(claim)
                                : LeaseRow.read(answer).answer(claim);
                    }
                }
            } catch (SQLException failure) {
                if (isLocked(failure)) {
                    return LeaseRow.busy(claim);
                }
                throw failure;
            }
        }
        throw LeaseFailures.busy();
    }

    @Override
    public List<Ownership> renew(LeaseSession session, List<LeaseRenewal> due) throws SQLException {
        List<Ownership> lost = new ArrayList<>();
        List<LeaseRenewal> locked = new ArrayList<>();
        for (int first = 0; first < due.size(); first += MOST_AT_ONCE) {
            List<LeaseRenewal> part = due.subList(first, Math.min(first + MOST_AT_ONCE, due.size()));
            locked.addAll(renewPart(session, part, lost));
        }
        LockedPauses pauses = new LockedPauses();
        while (!locked.isEmpty()) {
            pauses.pause();
            locked = renewPart(session, locked, lost);
        }
        return lost;
    }

    /** Renews leases, adds those that are lost, and returns those whose row somebody has locked. */
    private static List<LeaseRenewal> renewPart(LeaseSession session, List<LeaseRenewal> due, List<Ownership> lost)
            throws SQLException {
        List<LeaseRenewal> locked = new ArrayList<>();
        try (PreparedStatement renew = session.write("lease_renew")) {
            array(
                    session,
                    renew,
                    1,
                    "text",
                    due,
                    renewal -> renewal.owned().key().scope());
            array(
                    session,
                    renew,
                    2,
                    "text",
                    due,
                    renewal -> renewal.owned().key().id());
            array(session, renew, 3, "text", due, renewal -> renewal.owned().owner());
            array(session, renew, 4, "bigint", due, renewal -> renewal.owned().token());
            array(session, renew, 5, "bigint", due, renewal -> LeaseTimes.micros(renewal.lease()));
            array(session, renew, 6, "bigint", due, renewal -> micros(renewal.abandoned()));
            try (ResultSet answers = renew.executeQuery()) {
                while (answers.next()) {
                    LeaseRenewal renewal = due.get(answers.getInt("number") - 1);
                    if (!answers.getBoolean("renewed")) {
                        if (answers.getBoolean("owned")) {
                            locked.add(renewal);
                        } else {
                            lost.add(renewal.owned());
                        }
                    }
                }
            }
        }
        return locked;
    }

    private static @Nullable Object micros(Retention retention) {
        return retention.duration().map(LeaseTimes::micros).orElse(null);
    }

    private static void array(
            LeaseSession session,
            PreparedStatement statement,
            int index,
            String type,
            List<LeaseRenewal> due,
            Function<LeaseRenewal, @Nullable Object> part)
            throws SQLException {
        statement.setArray(
                index,
                session.connection().createArrayOf(type, due.stream().map(part).toArray()));
    }

    @Override
    public boolean isLocked(SQLException failure) {
        return LOCK_TIMEOUT.equals(failure.getSQLState());
    }

    @Override
    public void setPatience(PreparedStatement statement, int index, LeasePatience patience) throws SQLException {
        statement.setString(index, Long.toString(patience.rowMillis()));
    }
}
