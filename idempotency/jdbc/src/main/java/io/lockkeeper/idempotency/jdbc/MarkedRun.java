package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.FailureDecision;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.engine.Failures;
import io.lockkeeper.idempotency.engine.Nesting;
import io.lockkeeper.idempotency.engine.Replays;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.OutcomeFormat.Stored;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An operation whose key is marked in an open transaction: it runs, and its outcome is written. Who commits is not decided here. */
final class MarkedRun<T extends @Nullable Object> {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    /** No server refuses less. */
    private static final int LARGE = 100_000;

    private final TransactionalEngine engine;
    private final IdempotentCall<T> call;
    private final Mark mark;
    private final OpenTransaction transaction;
    private final Attempt attempt;
    private @Nullable Savepoint behindMark;
    private FailureDecision decision = FailureDecision.FREE;

    MarkedRun(TransactionalEngine engine, IdempotentCall<T> call, Mark mark, OpenTransaction transaction, long token) {
        this.engine = engine;
        this.call = call;
        this.mark = mark;
        this.transaction = transaction;
        this.attempt = new Attempt(call.key(), token, GuardedConnection.around(transaction.connection()));
    }

    private record Attempt(IdempotencyKey key, long token, Connection connection) implements TransactionalAttempt {

        @Override
        public int number() {
            return 1;
        }
    }

    /** Sets a savepoint behind the mark if a failure may be stored. */
    void begin() throws SQLException {
        if (call.options().failures().mayStore()) {
            behindMark = transaction.connection().setSavepoint();
        }
    }

    /** Runs the operation. */
    <E extends Exception> T act(TransactionalAction<T, E> action) throws E {
        Nesting.enter(engine, call.key());
        transaction.beginPart();
        boolean returned = false;
        try {
            T value = action.run(attempt);
            returned = true;
            return value;
        } finally {
            transaction.endPart(returned);
            Nesting.exit();
        }
    }

    /** Writes the outcome of an operation that returned. */
    ClaimAnswer.Finished complete(T value) {
        byte[] outcome = Replays.encode(call.key(), value, call.codec());
        try {
            return finish(IdempotencyState.COMPLETED, outcome);
        } catch (SQLException failure) {
            if (outcome.length > LARGE) {
                return completeWithout(outcome.length, failure);
            }
            throw stuck(failure);
        }
    }

    /** A value that the driver does not send, since it is too large for the server, is not stored, but its mark is. */
    private ClaimAnswer.Finished completeWithout(int size, SQLException failure) {
        try {
            ClaimAnswer.Finished finished = finish(IdempotencyState.COMPLETED, Replays.gone());
            LOG.error(
                    "The value of {} has {} bytes, which the database refuses: repeats will be told that it is gone",
                    call.key(),
                    size,
                    failure);
            return finished;
        } catch (SQLException second) {
            failure.addSuppressed(second);
            throw stuck(failure);
        }
    }

    private TransactionRolledBackException stuck(SQLException failure) {
        return new TransactionRolledBackException(
                "The operation of " + call.key() + " returned, but its transaction cannot go on, so that nothing of it"
                        + " is stored: " + failure.getMessage(),
                failure);
    }

    /**
     * Decides on a failure of the operation, and writes it if it is to be stored: then all that was written behind the mark is
     * undone.
     *
     * @return what was written; null if all is to be undone
     */
    ClaimAnswer.@Nullable Finished failed(Throwable failure) {
        try {
            decision = Failures.decide(call.options().failures(), failure);
            Savepoint savepoint = behindMark;
            if (decision != FailureDecision.STORE || savepoint == null) {
                return null;
            }
            transaction.connection().rollback(savepoint);
            return finish(
                    IdempotencyState.REJECTED, OutcomeFormat.encode(new Stored.Failure(Failures.stored(failure))));
        } catch (SQLException | RuntimeException | Error unstored) {
            // The policy's, too: whatever it throws, the transaction has to be ended.
            if (unstored != failure) {
                failure.addSuppressed(unstored);
            }
            return null;
        }
    }

    FailureDecision decision() {
        return decision;
    }

    private ClaimAnswer.Finished finish(IdempotencyState state, byte[] outcome) throws SQLException {
        StoredEnd end = new StoredEnd(state, outcome, call.options().retention());
        if (!engine.table().finish(transaction.connection(), mark, attempt.token(), end)) {
            throw new TransactionRolledBackException(
                    "The mark of " + call.key()
                            + " is gone: its transaction was ended while the operation ran, by a deadlock"
                            + " or by the operation. Nothing that belongs to the transaction is stored",
                    null);
        }
        return new ClaimAnswer.Finished(call.fingerprint(), state, outcome);
    }
}
