package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A row as a claim finds it.
 *
 * @param row the row
 * @param points its recovery points
 */
record LeaseRow(Row row, List<RecoveryPoint> points) {

    /** What is left of the lease of somebody of whom nothing is known. */
    private static final Duration SOON = Duration.ofSeconds(1);

    static LeaseRow read(ResultSet answer) throws SQLException {
        return new LeaseRow(Row.read(answer), Points.decode(answer.getBytes("points")));
    }

    /** A row of which nothing is known but that it is there. */
    static ClaimAnswer busy(IdempotencyClaim claim) {
        return new ClaimAnswer.Held(claim.fingerprint(), SOON);
    }

    /** Whether the row counts as absent. */
    boolean isPurged() {
        Long purgeAt = row.times().purgeAt();
        return purgeAt != null && purgeAt <= row.times().now();
    }

    private boolean isOf(IdempotencyClaim claim) {
        return row.attempt().owner().equals(claim.owner());
    }

    /** Whether a claim may take the key. A row that bars the claim, and one that is not understood, is left alone. */
    boolean isFree(IdempotencyClaim claim) {
        Optional<IdempotencyState> state = row.state();
        if (state.isEmpty()) {
            return false;
        }
        if (isPurged()) {
            return !isOf(claim) || row.attempt().attempts() > 0;
        }
        return state.get() == IdempotencyState.IN_PROGRESS
                && row.leaseRemaining().compareTo(Duration.ZERO) <= 0
                && claim.terms().takesOver()
                && row.fingerprint().equals(claim.fingerprint().value())
                && !isOf(claim);
    }

    /** How many attempts there are if a claim takes the key. */
    int nextNumber() {
        return isPurged() ? 1 : row.attempt().attempts() + 1;
    }

    List<RecoveryPoint> inheritedPoints() {
        return isPurged() ? List.of() : points;
    }

    boolean isOwnedBy(IdempotencyClaim claim) {
        return row.state().filter(IdempotencyState.IN_PROGRESS::equals).isPresent() && !isPurged() && isOf(claim);
    }

    /** The answer to a claim that does not take the key. */
    ClaimAnswer answer(IdempotencyClaim claim) {
        if (row.state().isEmpty() || isPurged()) {
            return busy(claim);
        }
        if (row.isFinished()) {
            return new ClaimAnswer.Finished(
                    new Fingerprint(row.fingerprint()),
                    row.state().orElseThrow(),
                    row.content().outcome());
        }
        if (isOf(claim)) {
            return new ClaimAnswer.Granted(
                    row.attempt().token(), row.attempt().attempts(), row.leaseRemaining(), points);
        }
        return new ClaimAnswer.Held(new Fingerprint(row.fingerprint()), row.leaseRemaining());
    }
}
