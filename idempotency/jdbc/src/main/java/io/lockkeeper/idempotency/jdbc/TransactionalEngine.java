package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.engine.Events;
import io.lockkeeper.idempotency.engine.Flight;
import io.lockkeeper.idempotency.engine.Flights;
import io.lockkeeper.idempotency.engine.Landing;
import io.lockkeeper.idempotency.engine.Nesting;
import io.lockkeeper.idempotency.engine.Replays;
import io.lockkeeper.idempotency.engine.Seat;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Transactional idempotency on the connections of a source. */
final class TransactionalEngine implements TransactionalIdempotency {

    private final DataSource source;
    private final Duration timeout;
    private final Events events;
    private final Flights flights = new Flights();
    private final Tables tables;
    private final IdempotencyCatalogue catalogue;
    private final Purge purge;
    private volatile boolean closed;

    TransactionalEngine(DataSource source, JdbcIdempotencySettings settings) {
        this.source = source;
        this.timeout = settings.general().timeout();
        this.events = new Events(settings.general().listeners());
        this.tables = new Tables(source, settings);
        OneStatement statements = new OneStatement(source, tables);
        this.catalogue = new TableCatalogue(statements);
        this.purge = new Purge(statements, settings.purgeEvery());
    }

    DataSource source() {
        return source;
    }

    Duration timeout() {
        return timeout;
    }

    Events events() {
        return events;
    }

    /** How many requests speak to the database outside of transactions that were open before. */
    int flying() {
        return flights.size();
    }

    /** The table, once a request has found it. */
    Table table() {
        return tables.known();
    }

    Loan borrow() throws InterruptedException {
        try {
            return Loan.of(source);
        } catch (SQLException failure) {
            throw SqlFailures.unconnected(failure);
        }
    }

    CommitDoubt.Fate fate(Mark mark, long claimed) {
        return new CommitDoubt(source, table(), timeout).of(mark, claimed);
    }

    <T extends @Nullable Object> Outcome<T> mismatched(IdempotentCall<T> call) {
        events.tell(new IdempotencyEvent.Mismatched(call.key()));
        return new Outcome.Mismatch<>();
    }

    <T extends @Nullable Object> Outcome<T> conflicted(IdempotentCall<T> call, Duration retryAfter, Looks looks) {
        events.tell(new IdempotencyEvent.Conflicted(call.key(), looks.waited()));
        return new Outcome.InFlight<>(retryAfter);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> Outcome<T> runInTransaction(
            IdempotentCall<T> call, TransactionalAction<T, E> action) throws E, InterruptedException {
        begin(call);
        Optional<OpenTransaction> outer = OpenTransaction.of(source);
        if (outer.isPresent()) {
            tables.find(outer.get().connection());
            Looks looks = new Looks(call.options().maxWait(), timeout);
            return new JoinedRun<>(this, call, outer.get(), looks, Progress.UNKNOWN).run(action);
        }
        tables.find();
        purge.start();
        return this.<T, E>board(call, (flight, looks) -> new OwnRun<>(this, call, flight, looks).run(action));
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> Outcome<T> runFramed(
            IdempotentCall<T> call, FramedTransaction<T, E> frame) throws E, InterruptedException {
        begin(call);
        tables.find();
        return this.<T, E>board(call, (flight, looks) -> new FramedRun<>(this, call, flight, looks).run(frame));
    }

    /** Runs an operation in a transaction of the caller's. */
    <T extends @Nullable Object, E extends Exception> Outcome<T> join(
            Connection connection,
            IdempotentCall<T> call,
            TransactionalAction<T, E> action,
            Looks looks,
            Progress progress)
            throws E, InterruptedException {
        begin(call);
        requireTransaction(connection);
        tables.find(connection);
        purge.start();
        OpenTransaction transaction = OpenTransaction.enter(source, connection);
        boolean returned = false;
        try {
            Outcome<T> outcome = new JoinedRun<>(this, call, transaction, looks, progress).run(action);
            returned = true;
            return outcome;
        } finally {
            OpenTransaction.exit();
            if (returned) {
                progress.answered(transaction);
            }
        }
    }

    private void begin(IdempotentCall<?> call) {
        if (closed) {
            throw new IllegalStateException("This idempotency is closed");
        }
        if (call.options().onExpiry() == OnExpiry.RECOVER && call.recovery().isEmpty()) {
            throw new IllegalArgumentException(
                    "OnExpiry.RECOVER needs a recovery function: use IdempotentCall.withRecovery, or another rule");
        }
        Nesting.check(this, call.key());
    }

    private static void requireTransaction(Connection connection) {
        boolean autoCommit;
        try {
            autoCommit = connection.getAutoCommit();
        } catch (SQLException failure) {
            throw SqlFailures.unclaimed(failure);
        }
        if (autoCommit) {
            throw new IllegalStateException(
                    "This connection commits each statement by itself, so that the mark would be"
                            + " committed before the operation: call setAutoCommit(false) first, and commit afterwards, or use the"
                            + " idempotency without in(connection), which begins and commits a transaction itself");
        }
    }

    /** What the request does that speaks to the database for all of its key. */
    private interface Leader<T extends @Nullable Object, E extends Exception> {
        Outcome<T> run(Flight flight, Looks looks) throws E, InterruptedException;
    }

    private <T extends @Nullable Object, E extends Exception> Outcome<T> board(
            IdempotentCall<T> call, Leader<T, E> leader) throws E, InterruptedException {
        Looks looks = new Looks(call.options().maxWait(), timeout);
        while (true) {
            Seat seat =
                    flights.board(call.key(), call.fingerprint(), call.options().maxWaiters());
            if (seat instanceof Seat.Lead lead) {
                try {
                    return leader.run(lead.flight(), looks);
                } finally {
                    lead.flight().land(Landing.OPEN);
                }
            }
            if (!(seat instanceof Seat.Follow follow)) {
                return conflicted(call, Verdict.SOON, looks);
            }
            Outcome<T> outcome = follow(call, follow, looks);
            if (outcome != null) {
                return outcome;
            }
        }
    }

    /** Waits in memory for the request that leads; null if this one has to board again. */
    private <T extends @Nullable Object> @Nullable Outcome<T> follow(
            IdempotentCall<T> call, Seat.Follow follow, Looks looks) throws InterruptedException {
        try {
            CompletableFuture<Landing> landing = follow.landing().toCompletableFuture();
            Duration left = looks.left();
            boolean waits = !left.isNegative() && !left.isZero();
            Future<?> first = waits
                    ? landing
                    : CompletableFuture.anyOf(landing, follow.busy().toCompletableFuture());
            try {
                first.get((waits ? left : timeout).toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException over) {
                return conflicted(call, Verdict.SOON, looks);
            }
            if (!landing.isDone()) {
                return conflicted(call, follow.busy().toCompletableFuture().getNow(Verdict.SOON), looks);
            }
            return landed(call, landing.get(), looks);
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            follow.leave();
        }
    }

    private <T extends @Nullable Object> @Nullable Outcome<T> landed(
            IdempotentCall<T> call, Landing landing, Looks looks) {
        if (landing instanceof Landing.Settled settled) {
            return Replays.replay(events, call, settled.finished(), looks.waited());
        }
        if (landing instanceof Landing.Mismatched) {
            return mismatched(call);
        }
        if (landing instanceof Landing.Unavailable unavailable) {
            StoreUnavailableException failure = unavailable.failure();
            throw new StoreUnavailableException(String.valueOf(failure.getMessage()), false, failure);
        }
        return null;
    }

    @Override
    public TransactionalIdempotency in(Connection transaction) {
        return new JoinedIdempotency(
                this, transaction, call -> new Looks(call.options().maxWait(), timeout), Progress.UNKNOWN);
    }

    @Override
    public int purge(int max) {
        return purge.purge(max);
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        return catalogue;
    }

    @Override
    public void close() {
        closed = true;
        purge.stop();
    }
}
