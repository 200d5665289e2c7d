package io.lockkeeper.idempotency.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.NestedCallException;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunTest {

    private static final IdempotencyKey KEY = IdempotencyKey.of("payments", "42");
    private static final Fingerprint PRINT = Fingerprint.of("EUR", "5");

    private final LeasedIdempotency idempotency = MemoryIdempotency.create();

    @AfterEach
    void close() {
        idempotency.close();
    }

    @Test
    void a_repeat_gets_the_stored_value() throws Exception {
        AtomicInteger runs = new AtomicInteger();

        Outcome<String> first = idempotency.run(KEY, PRINT, attempt -> "paid " + runs.incrementAndGet());
        Outcome<String> second = idempotency.run(KEY, PRINT, attempt -> "paid " + runs.incrementAndGet());

        assertThat(first).isEqualTo(new Outcome.Executed<>("paid 1"));
        assertThat(second).isEqualTo(new Outcome.Replayed<>("paid 1"));
    }

    @Test
    void another_payload_is_a_mismatch() throws Exception {
        idempotency.run(KEY, PRINT, attempt -> "paid");

        assertThat(idempotency.run(KEY, Fingerprint.of("EUR", "6"), attempt -> "paid"))
                .isEqualTo(new Outcome.Mismatch<>());
    }

    @Test
    void an_exception_frees_the_key() throws Exception {
        assertThatThrownBy(() -> idempotency.run(KEY, PRINT, attempt -> {
                    throw new java.io.IOException("no line");
                }))
                .isInstanceOf(java.io.IOException.class);

        assertThat(idempotency.run(KEY, PRINT, attempt -> "paid")).isEqualTo(new Outcome.Executed<>("paid"));
    }

    @Test
    void a_call_within_itself_is_refused() throws Exception {
        assertThatThrownBy(() -> idempotency.run(KEY, PRINT, outer -> idempotency.run(KEY, PRINT, inner -> "paid")))
                .isInstanceOf(NestedCallException.class);
    }

    @Test
    void a_thousand_repeats_at_once_run_it_once() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        IdempotentCall<Object> call = IdempotentCall.of(KEY, PRINT, OutcomeCodec.plain())
                .withOptions(IdempotencyOptions.defaults().withMaxWait(Duration.ofSeconds(60)));
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<Outcome<Object>>> outcomes = new ArrayList<>();
            for (int repeat = 0; repeat < 1_000; repeat++) {
                outcomes.add(threads.submit(() -> {
                    start.await();
                    return idempotency.run(call, attempt -> "paid " + runs.incrementAndGet());
                }));
            }
            start.countDown();
            for (Future<Outcome<Object>> outcome : outcomes) {
                assertThat(outcome.get().valueOrThrow()).isEqualTo("paid 1");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void an_asynchronous_operation_runs_once() {
        IdempotentCall<Object> call = IdempotentCall.of(KEY, PRINT, OutcomeCodec.plain());

        assertThat(idempotency
                        .runAsync(call, attempt -> CompletableFuture.supplyAsync(() -> "paid"))
                        .toCompletableFuture()
                        .join())
                .isEqualTo(new Outcome.Executed<Object>("paid"));
        assertThat(idempotency
                        .runAsync(call, attempt -> CompletableFuture.supplyAsync(() -> "paid twice"))
                        .toCompletableFuture()
                        .join())
                .isEqualTo(new Outcome.Replayed<Object>("paid"));
    }
}
