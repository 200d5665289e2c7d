package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Leases where a claim is two statements: a look, which locks nothing, and a change of what was seen, if it still is so. */
abstract class LookedLeases implements LeaseDialect {

    private static final int ROUNDS = 10;

    /** The first look may be answered by a replica that is behind; where that matters, the next one is not. */
    @Override
    public final ClaimAnswer claim(LeaseSession session, IdempotencyClaim claim) throws SQLException {
        String look = "lease_seen";
        for (int round = 0; round < ROUNDS; round++) {
            try {
                Optional<LeaseRow> seen = row(session, look, claim.key());
                if (seen.isPresent() && seen.get().isOwnedBy(claim) && !look.equals("lease_look")) {
                    seen = row(session, "lease_look", claim.key());
                }
                if (seen.isPresent() && !seen.get().isFree(claim)) {
                    return seen.get().answer(claim);
                }
                OptionalLong token = seen.isEmpty() ? insert(session, claim) : take(session, claim, seen.get());
                if (token.isPresent()) {
                    return new ClaimAnswer.Granted(
                            token.getAsLong(),
                            seen.map(LeaseRow::nextNumber).orElse(1),
                            claim.terms().lease(),
                            seen.map(LeaseRow::inheritedPoints).orElse(List.of()));
                }
            } catch (SQLException failure) {
                if (isLocked(failure)) {
                    return LeaseRow.busy(claim);
                }
                if (!isDuplicate(failure)) {
                    throw failure;
                }
            }
            look = "lease_look";
        }
        throw LeaseFailures.busy();
    }

    /** The row of a key, as a statement shows it. */
    static Optional<LeaseRow> row(LeaseSession session, String statement, IdempotencyKey key) throws SQLException {
        try (PreparedStatement look = session.look(statement)) {
            session.setKey(look, 1, key);
            try (ResultSet answer = look.executeQuery()) {
                return answer.next() ? Optional.of(LeaseRow.read(answer)) : Optional.empty();
            }
        }
    }

    private OptionalLong insert(LeaseSession session, IdempotencyClaim claim) throws SQLException {
        try (PreparedStatement insert = session.writeForNumber("lease_insert")) {
            int next = session.setKey(insert, 1, claim.key());
            insert.setString(next, claim.owner());
            insert.setString(next + 1, claim.fingerprint().value());
            LeaseTimes.set(
                    insert, next + 2, claim.terms().lease(), claim.terms().abandoned());
            return token(insert);
        }
    }

    private OptionalLong take(LeaseSession session, IdempotencyClaim claim, LeaseRow seen) throws SQLException {
        try (PreparedStatement take = session.writeForNumber("lease_take")) {
            take.setString(1, claim.owner());
            take.setString(2, claim.fingerprint().value());
            take.setInt(3, seen.nextNumber());
            int next =
                    LeaseTimes.set(take, 4, claim.terms().lease(), claim.terms().abandoned());
            next = session.setKey(take, next, claim.key());
            take.setString(next, seen.row().attempt().owner());
            take.setLong(next + 1, seen.row().attempt().token());
            take.setInt(next + 2, seen.row().content().state());
            take.setInt(next + 3, seen.row().attempt().attempts());
            return token(take);
        }
    }

    /** Executes a statement that claims a key, and returns the token if it did. */
    abstract OptionalLong token(PreparedStatement statement) throws SQLException;

    /** Whether somebody else was faster to insert a row. */
    abstract boolean isDuplicate(SQLException failure);

    @Override
    public final List<Ownership> renew(LeaseSession session, List<LeaseRenewal> due) throws SQLException {
        return new CountedRenewal(session).of(due);
    }
}
