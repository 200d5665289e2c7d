package io.lockkeeper.idempotency.engine;

import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.idempotency.AsyncAction;
import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Two engines on one store, in time that is moved by hand, on the thread of the test. The store of the first is faulty. */
final class Rig {

    static final IdempotencyKey KEY = IdempotencyKey.of("payments", "42");
    static final Fingerprint PRINT = Fingerprint.of("EUR", "5");
    static final Duration TIMEOUT = Duration.ofSeconds(5);
    static final Duration LEASE = Duration.ofSeconds(30);

    final ManualTime time = new ManualTime();
    final IdempotencyStore records = MemoryIdempotency.store(time);
    final FaultyStore store = new FaultyStore(records);
    final List<IdempotencyEvent> events = new ArrayList<>();
    final LeasedEngine engine;
    final LeasedEngine other;

    Rig() {
        this(Runnable::run);
    }

    Rig(Executor executor) {
        engine = engine(store, executor);
        other = engine(new FaultyStore(records), Runnable::run);
    }

    private LeasedEngine engine(IdempotencyStore with, Executor executor) {
        IdempotencySettings settings = IdempotencySettings.defaults()
                .withTimeout(TIMEOUT)
                .withExecutor(executor)
                .withListener(events::add);
        return new LeasedEngine(with, settings, time, new Threads() {
            @Override
            public Scheduled schedule(long delayNanos, Runnable task) {
                return time.schedule(delayNanos, task);
            }

            @Override
            public void execute(Runnable task) {
                throw new AssertionError("There is an executor");
            }

            @Override
            public void stop() {}
        });
    }

    static IdempotentCall<@Nullable Object> call() {
        return call(IdempotencyOptions.defaults().withLease(LEASE));
    }

    static IdempotentCall<@Nullable Object> waiting() {
        return call(IdempotencyOptions.defaults().withLease(LEASE).withMaxWait(Duration.ofHours(1)));
    }

    static IdempotentCall<@Nullable Object> call(IdempotencyOptions options) {
        return IdempotentCall.of(KEY, PRINT, OutcomeCodec.plain()).withOptions(options);
    }

    CompletableFuture<Outcome<@Nullable Object>> begin(
            IdempotentCall<@Nullable Object> call, AsyncAction<@Nullable Object> action) {
        return engine.runAsync(call, action).toCompletableFuture();
    }

    CompletableFuture<Outcome<@Nullable Object>> begin(IdempotentCall<@Nullable Object> call, String value) {
        return begin(call, attempt -> CompletableFuture.completedStage(value));
    }

    /** An operation of the other process that is in flight until its value comes. */
    CompletableFuture<@Nullable Object> inFlightElsewhere() {
        CompletableFuture<@Nullable Object> value = new CompletableFuture<>();
        other.runAsync(call(), attempt -> value);
        return value;
    }

    /** A claim of nobody who lives. */
    void abandoned(IdempotencyKey key) {
        records.claim(new io.lockkeeper.idempotency.store.IdempotencyClaim(
                key,
                "dead",
                PRINT,
                new io.lockkeeper.idempotency.store.IdempotencyClaim.Terms(
                        LEASE, io.lockkeeper.idempotency.Retention.forever(), true)));
    }
}
