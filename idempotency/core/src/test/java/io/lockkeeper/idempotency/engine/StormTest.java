package io.lockkeeper.idempotency.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.time.SystemTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Storms of requests that wait, fail, give up and are interrupted, in two processes: one runs at a time, and nothing is kept. */
class StormTest {

    private static final int KEYS = 20;

    private final IdempotencyStore records = MemoryIdempotency.store(SystemTicker.shared());
    private final ConcurrentHashMap<IdempotencyKey, AtomicInteger> within = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<IdempotencyKey, AtomicInteger> done = new ConcurrentHashMap<>();
    private final AtomicInteger together = new AtomicInteger();

    private LeasedEngine engine() {
        IdempotencySettings settings = IdempotencySettings.defaults().withTimeout(Duration.ofSeconds(60));
        return new LeasedEngine(records, settings, SystemTicker.shared(), new OwnThreads());
    }

    @Test
    void a_storm_leaves_nothing() throws Exception {
        long seed = System.nanoTime();
        LeasedEngine ann = engine();
        LeasedEngine bob = engine();
        ExecutorService threads = Executors.newFixedThreadPool(64);
        List<Future<?>> requests = new ArrayList<>();
        for (int request = 0; request < 4_000; request++) {
            Random random = new Random(seed + request);
            LeasedEngine engine = random.nextBoolean() ? ann : bob;
            requests.add(threads.submit(() -> once(engine, random)));
        }
        for (Future<?> request : requests) {
            request.get(120, TimeUnit.SECONDS);
        }
        threads.shutdown();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (ann.size() + bob.size() > 0 && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }

        assertThat(together).as("two at once, seed %s", seed).hasValue(0);
        assertThat(done.values()).as("runs that returned, seed %s", seed).allMatch(count -> count.get() == 1);
        assertThat(ann.size()).as("what ann keeps, seed %s", seed).isZero();
        assertThat(bob.size()).as("what bob keeps, seed %s", seed).isZero();
        ann.close();
        bob.close();
    }

    private void once(LeasedEngine engine, Random random) {
        IdempotencyKey key = IdempotencyKey.of("storm", "key " + random.nextInt(KEYS));
        IdempotentCall<@Nullable Object> call = IdempotentCall.of(key, Rig.PRINT, OutcomeCodec.plain())
                .withOptions(IdempotencyOptions.defaults()
                        .withMaxWait(Duration.ofMillis(random.nextInt(4) * 20L))
                        .withMaxWaiters(1 + random.nextInt(10)));
        boolean interrupted = random.nextInt(5) == 0;
        boolean fails = random.nextInt(10) < 7;
        try {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            Outcome<@Nullable Object> outcome = engine.run(call, attempt -> act(key, fails));
            assertThat(outcome).isNotInstanceOf(Outcome.Mismatch.class);
        } catch (InterruptedException | IllegalStateException expected) {
            // Gave up, or failed as it was to.
        } finally {
            Thread.interrupted();
        }
    }

    private String act(IdempotencyKey key, boolean fails) {
        AtomicInteger inside = within.computeIfAbsent(key, none -> new AtomicInteger());
        if (inside.incrementAndGet() > 1) {
            together.incrementAndGet();
        }
        LockSupport.parkNanos(100_000);
        inside.decrementAndGet();
        if (fails) {
            throw new IllegalStateException("busy");
        }
        done.computeIfAbsent(key, none -> new AtomicInteger()).incrementAndGet();
        return "paid";
    }
}
