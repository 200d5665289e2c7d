package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.AsyncAction;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.IdempotentAction;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ChangePush;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.time.Ticker;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Idempotency with leases, on any store. */
final class LeasedEngine implements LeasedIdempotency, LiveAttempt.Ties {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private final IdempotencyStore store;
    private final IdempotencySettings settings;
    private final Ticker ticker;
    private final Threads threads;
    private final Executor executor;
    private final Flights flights = new Flights();
    private final Heartbeat heartbeat;
    private final Repeats repeats;
    private final Events events;
    private final @Nullable ChangePush push;

    /** How to end those that have no entry yet. */
    private final Set<Runnable> entering = ConcurrentHashMap.newKeySet();

    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    /** The claims that have no answer yet: what they are granted is to be given back before the store is closed. */
    private final Map<Object, CompletableFuture<Void>> asking = new ConcurrentHashMap<>();

    private volatile boolean closed;

    LeasedEngine(IdempotencyStore store, IdempotencySettings settings, Ticker ticker, Threads threads) {
        this.store = store;
        this.settings = settings;
        this.ticker = ticker;
        this.threads = threads;
        this.executor = settings.executor().orElse(threads);
        this.repeats = new Repeats(ticker, threads, settings.timeout());
        this.heartbeat = new Heartbeat(store, ticker, threads);
        this.events = new Events(settings.listeners());
        this.push = store instanceof ChangePush pushing ? pushing : null;
    }

    IdempotencyStore store() {
        return store;
    }

    IdempotencySettings settings() {
        return settings;
    }

    @Override
    public Ticker ticker() {
        return ticker;
    }

    Timer timer() {
        return threads;
    }

    Flights flights() {
        return flights;
    }

    @Nullable
    ChangePush push() {
        return push;
    }

    Events events() {
        return events;
    }

    void started(Running started) {
        running.add(started);
        heartbeat.add(started.attempt());
    }

    void ended(Running ended) {
        heartbeat.remove(ended.attempt());
        running.remove(ended);
    }

    /** A claim is sent; what is returned is to be completed when it is answered, or no answer is expected any more. */
    CompletableFuture<Void> asked() {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        Object claim = new Object();
        asking.put(claim, asked);
        Stages.after(asked, (done, failure) -> asking.remove(claim));
        return asked;
    }

    Repeats repeats() {
        return repeats;
    }

    /** Nobody waits for it. If it fails for so long, the lease has expired. */
    void withdraw(IdempotencyKey key, String owner, Duration lease) {
        Stages.after(repeats.until(() -> store.withdraw(key, owner), lease), (answer, failure) -> {});
    }

    @Override
    public ChangeAnswer note(Ownership owned, RecoveryPoint point) {
        return Waits.uninterruptibly(
                repeats.until(() -> store.note(owned, point), settings.timeout()), settings.timeout());
    }

    @Override
    public void call(Runnable listener) {
        try {
            executor.execute(() -> {
                try {
                    listener.run();
                } catch (RuntimeException | LinkageError | AssertionError e) {
                    LOG.warn("A listener of a loss threw an exception", e);
                }
            });
        } catch (RuntimeException | Error e) {
            LOG.warn("The executor refused to run a listener of a loss", e);
        }
    }

    @Override
    public void lost(LiveAttempt attempt) {
        call(() -> events.tell(new IdempotencyEvent.Lost(attempt.key(), attempt.token())));
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> Outcome<T> run(
            IdempotentCall<T> call, IdempotentAction<T, E> action) throws E, InterruptedException {
        Nesting.check(this, call.key());
        CompletableFuture<Entry> entry = enter(call);
        return new Request<>(this, call).run(Waits.interruptibly(entry), action);
    }

    @Override
    public <T extends @Nullable Object> CompletionStage<Outcome<T>> runAsync(
            IdempotentCall<T> call, AsyncAction<T> action) {
        CompletableFuture<Entry> entry;
        try {
            Nesting.check(this, call.key());
            entry = enter(call);
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
        return new AsyncRequest<>(this, executor, new Request<>(this, call), action).after(entry);
    }

    private CompletableFuture<Entry> enter(IdempotentCall<?> call) {
        if (call.options().onExpiry() == OnExpiry.RECOVER && call.recovery().isEmpty()) {
            throw new IllegalArgumentException(
                    "OnExpiry.RECOVER needs a recovery function: use IdempotentCall.withRecovery, or another rule");
        }
        if (closed) {
            throw new IllegalStateException("This " + Idempotency.class.getSimpleName() + " is closed");
        }
        CompletableFuture<Entry> entry =
                new Entrance(this, call, UUID.randomUUID().toString()).begin();
        if (!entry.isDone()) {
            Runnable end = () -> entry.completeExceptionally(closing());
            entering.add(end);
            Stages.after(entry, (done, failure) -> entering.remove(end));
            if (closed) {
                end.run();
            }
        }
        return entry;
    }

    private static CancellationException closing() {
        return new CancellationException("This " + Idempotency.class.getSimpleName() + " was closed");
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        return store.catalogue();
    }

    /** What is not over yet: each may lead to what comes after it. */
    private List<Supplier<CompletableFuture<Void>>> left() {
        return List.of(
                () -> CompletableFuture.allOf(asking.values().toArray(CompletableFuture<?>[]::new)),
                () -> CompletableFuture.allOf(
                        running.stream().map(Running::over).toArray(CompletableFuture<?>[]::new)),
                repeats::answered);
    }

    /**
     * Returns how much is kept, for tests.
     *
     * @return 0 if nothing runs, waits or is being sent
     */
    int size() {
        return flights.size() + heartbeat.size() + entering.size() + running.size() + asking.size() + repeats.size();
    }

    @Override
    public void close() {
        closed = true;
        entering.forEach(Runnable::run);
        Waits.untilDone(left(), settings.timeout());
        heartbeat.stop();
        repeats.close();
        threads.stop();
        store.close();
    }
}
