package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Leases in MariaDB: a claim is one statement, unless somebody else has locked the row. */
final class MariaDbLeases implements LeaseDialect {

    private static final int LOCK_TIMEOUT = 1205;
    private static final int ROUNDS = 3;

    /**
     * Other claims lock the row for a moment, transactions that mark the key do so for longer. What is committed is looked at
     * without a lock. It may only say that the key is not for this claim; a proxy may have it from a replica.
     */
    @Override
    public ClaimAnswer claim(LeaseSession session, IdempotencyClaim claim) throws SQLException {
        LeasePatience none = new LeasePatience(
                0, session.patience().seconds(), session.patience().silenceMillis());
        for (int round = 0; round < ROUNDS; round++) {
            Optional<ClaimAnswer> answer = attempt(session, claim, none);
            if (answer.isPresent()) {
                return answer.get();
            }
            Optional<LeaseRow> seen = LookedLeases.row(session, "lease_seen", claim.key());
            if (seen.isPresent()) {
                return seen.get().isFree(claim) || seen.get().isOwnedBy(claim)
                        ? attempt(session, claim, session.patience()).orElse(LeaseRow.busy(claim))
                        : seen.get().answer(claim);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2L << round));
        }
        return LeaseRow.busy(claim);
    }

    /** Empty if the row is locked. */
    private Optional<ClaimAnswer> attempt(LeaseSession session, IdempotencyClaim claim, LeasePatience patience)
            throws SQLException {
        try (PreparedStatement statement = session.write(session.table().text("lease_claim"), patience)) {
            int next = session.setKey(statement, 1, claim.key());
            statement.setString(next, claim.owner());
            statement.setString(next + 1, claim.fingerprint().value());
            next = LeaseTimes.set(
                    statement, next + 2, claim.terms().lease(), claim.terms().abandoned());
            statement.setInt(next, claim.terms().takesOver() ? 1 : 0);
            try (ResultSet answer = statement.executeQuery()) {
                return answer.next() ? Optional.of(LeaseRow.read(answer).answer(claim)) : Optional.empty();
            }
        } catch (SQLException failure) {
            if (isLocked(failure)) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public List<Ownership> renew(LeaseSession session, List<LeaseRenewal> due) throws SQLException {
        return new CountedRenewal(session).of(due);
    }

    @Override
    public boolean isLocked(SQLException failure) {
        return failure.getErrorCode() == LOCK_TIMEOUT;
    }

    /** It counts in seconds. Safe updates refuse statements whose rows are given by a selection. */
    @Override
    public String bounded(String text, LeasePatience patience) {
        return "SET STATEMENT innodb_lock_wait_timeout = " + (patience.rowMillis() + 999) / 1_000
                + ", max_statement_time = " + patience.seconds() + ", sql_safe_updates = 0 FOR " + text;
    }

    @Override
    public void bound(PreparedStatement statement, LeasePatience patience) {
        // The text says it.
    }
}
