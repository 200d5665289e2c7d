package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeNotStoredException;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.engine.Flight;
import io.lockkeeper.idempotency.engine.Landing;
import io.lockkeeper.idempotency.engine.Replays;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request that leads the flight of its key, with transactions of its own: one for each claim, the last of which runs the
 * operation. While it waits for a request in flight elsewhere it holds no connection.
 */
final class OwnRun<T extends @Nullable Object> {

    private final TransactionalEngine engine;
    private final IdempotentCall<T> call;
    private final Flight flight;
    private final Looks looks;
    private final Mark mark;

    /** When the last claim began. */
    private long claimed;

    OwnRun(TransactionalEngine engine, IdempotentCall<T> call, Flight flight, Looks looks) {
        this.engine = engine;
        this.call = call;
        this.flight = flight;
        this.looks = looks;
        this.mark = Mark.of(call, engine.timeout());
    }

    /** How a request got past the claim: with a transaction in which its key is marked, or with a refusal. */
    private sealed interface Entry {

        record Claimed(Loan loan, long token) implements Entry {}

        record Refused(Verdict verdict) implements Entry {}
    }

    <E extends Exception> Outcome<T> run(TransactionalAction<T, E> action) throws E, InterruptedException {
        Entry entry;
        try {
            entry = enter();
        } catch (StoreUnavailableException unavailable) {
            flight.land(new Landing.Unavailable(unavailable));
            throw unavailable;
        }
        if (entry instanceof Entry.Claimed claimed) {
            flight.busy(Verdict.SOON);
            return execute(claimed, action);
        }
        return refused(((Entry.Refused) entry).verdict());
    }

    private Entry enter() throws InterruptedException {
        while (true) {
            Entry entry = claim();
            if (entry instanceof Entry.Refused refused) {
                if (refused.verdict() instanceof Verdict.LookAgain && looks.mayLookAtOnce()) {
                    continue;
                }
                if (refused.verdict() instanceof Verdict.Held held) {
                    flight.busy(held.retryAfter());
                }
                boolean open =
                        refused.verdict() instanceof Verdict.Held || refused.verdict() instanceof Verdict.LookAgain;
                if (open && looks.pauseForOther()) {
                    continue;
                }
            }
            return entry;
        }
    }

    /** Claims once, or anew if the database undoes the transaction, in which nothing of the user's has run. */
    private Entry claim() throws InterruptedException {
        while (true) {
            Loan loan = engine.borrow();
            claimed = System.nanoTime();
            boolean keeps = false;
            SQLException undone;
            try {
                ClaimReply reply = engine.table().claim(loan.connection(), mark);
                if (reply instanceof ClaimReply.Made made) {
                    keeps = true;
                    return new Entry.Claimed(loan, made.token());
                }
                return new Entry.Refused(Verdict.of(reply, call.fingerprint()));
            } catch (SQLException failure) {
                undone = failure;
            } finally {
                if (!keeps) {
                    loan.rollback();
                }
            }
            if (engine.table().dialect().isBusy(undone)) {
                return new Entry.Refused(new Verdict.Held(Verdict.SOON));
            }
            if (!engine.table().dialect().isUndone(undone) || !looks.pauseAfterUndoing()) {
                throw SqlFailures.unclaimed(undone);
            }
        }
    }

    private Outcome<T> refused(Verdict verdict) {
        if (verdict instanceof Verdict.Finished finished) {
            flight.land(new Landing.Settled(finished.finished()));
            return Replays.replay(engine.events(), call, finished.finished(), looks.waited());
        }
        if (verdict instanceof Verdict.Mismatch) {
            flight.land(new Landing.Mismatched());
            return engine.mismatched(call);
        }
        Duration retryAfter = verdict instanceof Verdict.Held held ? held.retryAfter() : Verdict.SOON;
        flight.busy(retryAfter);
        return engine.conflicted(call, retryAfter, looks);
    }

    private <E extends Exception> Outcome<T> execute(Entry.Claimed claimed, TransactionalAction<T, E> action) throws E {
        Loan loan = claimed.loan();
        OpenTransaction transaction = OpenTransaction.enter(engine.source(), loan.connection());
        MarkedRun<T> marked = new MarkedRun<>(engine, call, mark, transaction, claimed.token());
        T value;
        ClaimAnswer.Finished finished;
        try {
            try {
                begin(marked);
                value = marked.act(action);
                finished = marked.complete(value);
            } finally {
                OpenTransaction.exit();
            }
        } catch (Throwable failure) {
            failed(marked, loan, transaction, failure);
            throw failure;
        }
        commit(loan, value);
        flight.land(new Landing.Settled(finished));
        transaction.committed();
        engine.events().tell(new IdempotencyEvent.Executed(call.key(), 1, looks.waited()));
        return new Outcome.Executed<>(value);
    }

    private void begin(MarkedRun<T> marked) {
        try {
            marked.begin();
        } catch (SQLException failure) {
            throw new TransactionRolledBackException(
                    "The transaction of " + call.key() + " failed before the operation ran: " + failure.getMessage(),
                    failure);
        }
    }

    private void failed(MarkedRun<T> marked, Loan loan, OpenTransaction transaction, Throwable failure) {
        ClaimAnswer.Finished stored = failure instanceof TransactionRolledBackException ? null : marked.failed(failure);
        if (stored == null) {
            loan.rollback();
        } else {
            try {
                loan.commit();
                flight.land(new Landing.Settled(stored));
                transaction.committed();
            } catch (SQLException | RuntimeException uncommitted) {
                // Whether the failure is stored is not known; the operation is undone in either case.
                loan.discard();
                failure.addSuppressed(uncommitted);
            }
        }
        engine.events().tell(new IdempotencyEvent.Failed(call.key(), marked.decision()));
    }

    private void commit(Loan loan, T value) {
        try {
            loan.commit();
        } catch (SQLException | RuntimeException failure) {
            if (failure instanceof SQLException refusal
                    && SqlFailures.isRolledBack(refusal, engine.table().dialect())) {
                loan.rollback();
                throw rolledBack(failure);
            }
            loan.discard();
            switch (engine.fate(mark, claimed)) {
                case COMMITTED -> {}
                case ROLLED_BACK -> throw rolledBack(failure);
                case UNKNOWN -> throw new OutcomeNotStoredException(call.key(), value, failure);
            }
        }
    }

    private TransactionRolledBackException rolledBack(Exception failure) {
        return new TransactionRolledBackException(
                "The operation of " + call.key()
                        + " returned, but its transaction was not committed, so that nothing of it" + " is stored: "
                        + failure.getMessage(),
                failure);
    }
}
