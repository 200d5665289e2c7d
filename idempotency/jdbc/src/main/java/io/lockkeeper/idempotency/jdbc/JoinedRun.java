package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.PlainText;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.engine.Replays;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request within a transaction that is open already. It boards no flight: what it wrote is known to nobody before the transaction
 * commits, not in memory either.
 */
final class JoinedRun<T extends @Nullable Object> {

    private final TransactionalEngine engine;
    private final IdempotentCall<T> call;
    private final OpenTransaction transaction;
    private final Connection connection;
    private final Mark mark;
    private final Looks looks;
    private final Progress progress;

    JoinedRun(
            TransactionalEngine engine,
            IdempotentCall<T> call,
            OpenTransaction transaction,
            Looks looks,
            Progress progress) {
        this.engine = engine;
        this.call = call;
        this.transaction = transaction;
        this.connection = transaction.connection();
        this.mark = Mark.of(call, engine.timeout());
        this.looks = looks;
        this.progress = progress;
    }

    <E extends Exception> Outcome<T> run(TransactionalAction<T, E> action) throws E, InterruptedException {
        Savepoint before;
        try {
            before = connection.setSavepoint();
        } catch (SQLException failure) {
            throw SqlFailures.unclaimed(failure);
        }
        ClaimReply reply;
        MarkedRun<T> marked = null;
        boolean claimed = false;
        try {
            reply = claim();
            if (reply instanceof ClaimReply.Made made) {
                marked = new MarkedRun<>(engine, call, mark, transaction, made.token());
                marked.begin();
                claimed = true;
            }
        } catch (SQLException failure) {
            throw refused(failure);
        } finally {
            if (!claimed) {
                undo(before, null);
            }
        }
        // Listeners are told behind what was undone: what they write in this transaction stays.
        return marked == null ? answer(reply) : execute(marked, before, action);
    }

    private ClaimReply claim() throws SQLException, InterruptedException {
        while (true) {
            ClaimReply reply = engine.table().claim(connection, mark);
            if (reply instanceof ClaimReply.Made) {
                return reply;
            }
            Verdict verdict = Verdict.of(reply, call.fingerprint());
            if (verdict instanceof Verdict.Held held) {
                progress.held(held.retryAfter());
            }
            boolean again = verdict instanceof Verdict.LookAgain
                    ? looks.mayLookAtOnce() || (!progress.beginsAnew() && looks.pauseForOther())
                    : verdict instanceof Verdict.Held && !isLocked(reply) && looks.pauseForOther();
            if (!again) {
                return reply;
            }
        }
    }

    /** Whether this transaction keeps the attempt in flight from its end, so that it would wait in vain. */
    private boolean isLocked(ClaimReply reply) {
        return reply instanceof ClaimReply.Seen && engine.table().dialect().locksWhatItSees();
    }

    private Outcome<T> answer(ClaimReply reply) {
        Verdict verdict = Verdict.of(reply, call.fingerprint());
        if (verdict instanceof Verdict.Finished finished) {
            progress.finished(finished.finished());
            return Replays.replay(engine.events(), call, finished.finished(), looks.waited());
        }
        if (verdict instanceof Verdict.Mismatch) {
            return engine.mismatched(call);
        }
        if (verdict instanceof Verdict.LookAgain) {
            throw undone("has an outcome of " + call.key() + " that this transaction does not see", null);
        }
        Duration retryAfter = verdict instanceof Verdict.Held held ? held.retryAfter() : Verdict.SOON;
        return engine.conflicted(call, retryAfter, looks);
    }

    private <E extends Exception> Outcome<T> execute(
            MarkedRun<T> marked, Savepoint before, TransactionalAction<T, E> action) throws E {
        progress.claimed();
        T value;
        transaction.beginPart();
        try {
            value = marked.act(action);
            progress.finished(marked.complete(value));
        } catch (Throwable failure) {
            ClaimAnswer.Finished stored =
                    failure instanceof TransactionRolledBackException ? null : marked.failed(failure);
            boolean kept = stored != null || undo(before, failure);
            transaction.endPart(false);
            engine.events().tell(new IdempotencyEvent.Failed(call.key(), marked.decision()));
            if (!kept && !progress.beginsAnew() && isOfTheOperation(failure)) {
                throw undone(
                        "has undone the whole transaction when the operation failed, or can only undo it", failure);
            }
            throw failure;
        }
        transaction.endPart(true);
        Duration duration = looks.waited();
        transaction.afterCommit(() -> engine.events().tell(new IdempotencyEvent.Executed(call.key(), 1, duration)));
        release(before);
        return new Outcome.Executed<>(value);
    }

    /** With others the caller does not go on anyway. */
    private static boolean isOfTheOperation(Throwable failure) {
        return failure instanceof Exception
                && !(failure instanceof InterruptedException || failure instanceof TransactionRolledBackException);
    }

    private RuntimeException refused(SQLException failure) {
        return engine.table().dialect().isUndone(failure)
                ? undone("cannot go on with this transaction, or has undone it: " + failure.getMessage(), failure)
                : SqlFailures.unclaimed(failure);
    }

    private TransactionRolledBackException undone(String what, @Nullable Throwable cause) {
        return new TransactionRolledBackException(
                PlainText.line("The request of " + call.key()
                        + " has no effect. Roll the transaction back, begin a new one, and"
                        + " repeat the request. The database " + what),
                cause);
    }

    /** Undoes this part. Where that fails, the transaction is undone already, or can only be undone as a whole. */
    private boolean undo(Savepoint before, @Nullable Throwable failure) {
        try {
            connection.rollback(before);
        } catch (SQLException | RuntimeException gone) {
            if (failure != null) {
                failure.addSuppressed(gone);
            }
            return false;
        }
        release(before);
        return true;
    }

    /** It is of no more use; one that cannot be released ends with the transaction. */
    private void release(Savepoint before) {
        try {
            connection.releaseSavepoint(before);
        } catch (SQLException | RuntimeException unreleased) {
            // What matters is whether the transaction commits.
        }
    }
}
