package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.engine.Flight;
import io.lockkeeper.idempotency.engine.Landing;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request that leads the flight of its key, in transactions that a framework begins and ends. If the database undoes one before the
 * operation ran, there is another.
 */
final class FramedRun<T extends @Nullable Object> implements Progress {

    private final TransactionalEngine engine;
    private final IdempotentCall<T> call;
    private final Flight flight;
    private final Looks looks;
    private boolean claimed;
    private ClaimAnswer.@Nullable Finished finished;
    private @Nullable OpenTransaction transaction;

    FramedRun(TransactionalEngine engine, IdempotentCall<T> call, Flight flight, Looks looks) {
        this.engine = engine;
        this.call = call;
        this.flight = flight;
        this.looks = looks;
    }

    @Override
    public boolean beginsAnew() {
        return true;
    }

    @Override
    public void held(Duration retryAfter) {
        flight.busy(retryAfter);
    }

    @Override
    public void claimed() {
        claimed = true;
        flight.busy(Verdict.SOON);
    }

    @Override
    public void finished(ClaimAnswer.Finished known) {
        finished = known;
    }

    @Override
    public void answered(OpenTransaction answered) {
        transaction = answered;
    }

    <E extends Exception> Outcome<T> run(FramedTransaction<T, E> frame) throws E, InterruptedException {
        Looks undoings = null;
        while (true) {
            try {
                Outcome<T> outcome =
                        frame.run(connection -> new JoinedIdempotency(engine, connection, unused -> looks, this));
                committed(outcome);
                return outcome;
            } catch (StoreUnavailableException unavailable) {
                if (!claimed) {
                    flight.land(new Landing.Unavailable(unavailable));
                }
                throw unavailable;
            } catch (TransactionRolledBackException undone) {
                if (claimed) {
                    throw undone;
                }
                undoings = undoings == null ? new Looks(Duration.ZERO, engine.timeout()) : undoings;
                if (isBusy(undone)) {
                    flight.busy(Verdict.SOON);
                    if (!looks.pauseForOther()) {
                        return engine.conflicted(call, Verdict.SOON, looks);
                    }
                } else if (!undoings.pauseAfterUndoing()) {
                    throw undone;
                }
            }
        }
    }

    private boolean isBusy(TransactionRolledBackException undone) {
        return undone.getCause() instanceof SQLException failure
                && engine.table().dialect().isBusy(failure);
    }

    private void committed(Outcome<T> outcome) {
        if (outcome instanceof Outcome.Mismatch) {
            flight.land(new Landing.Mismatched());
        } else if (finished != null) {
            flight.land(new Landing.Settled(finished));
        }
        if (transaction != null) {
            transaction.committed();
        }
    }
}
