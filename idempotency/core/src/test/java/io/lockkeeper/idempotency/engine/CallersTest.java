package io.lockkeeper.idempotency.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeNotStoredException;
import io.lockkeeper.idempotency.engine.FaultyStore.Fate;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.time.SystemTicker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What callers see of real threads: whose threads run their code, and what a close does to them. */
class CallersTest {

    private final IdempotencyStore records = MemoryIdempotency.store(SystemTicker.shared());
    private final ExecutorService io = Executors.newSingleThreadExecutor(task -> new Thread(task, "io of the store"));
    private final Set<String> threads = ConcurrentHashMap.newKeySet();

    @AfterEach
    void stop() {
        io.shutdownNow();
    }

    /** The store, whose answers come on a thread of its own. */
    private IdempotencyStore answeringElsewhere() {
        return (IdempotencyStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {IdempotencyStore.class}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(records, arguments);
                        return answer instanceof CompletionStage<?> stage
                                ? CompletableFuture.supplyAsync(
                                        () -> stage.toCompletableFuture().join(), io)
                                : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void seen() {
        threads.add(Thread.currentThread().getName());
    }

    @Test
    void no_code_of_the_users_runs_on_threads_of_the_store_or_the_timer() throws Exception {
        CountDownLatch lost = new CountDownLatch(2);
        IdempotencySettings settings = IdempotencySettings.defaults().withListener(event -> {
            seen();
            if (event instanceof IdempotencyEvent.Lost) {
                lost.countDown();
            }
        });
        try (LeasedIdempotency engine = Engine.leased(answeringElsewhere(), settings)) {
            engine.run(Rig.call(), attempt -> "paid");
            for (int time = 0; time < 20; time++) {
                CompletableFuture<Void> followed = new CompletableFuture<>();
                engine.runAsync(Rig.call(), attempt -> CompletableFuture.completedStage("run twice"))
                        .whenComplete((outcome, failure) -> {
                            seen();
                            followed.complete(null);
                        });
                followed.get(60, TimeUnit.SECONDS);
            }
            CompletableFuture<Void> failed = new CompletableFuture<>();
            engine.catalogue()
                    .free(
                            Rig.KEY,
                            engine.catalogue()
                                    .find(Rig.KEY)
                                    .orElseThrow()
                                    .attempt()
                                    .token());
            engine.runAsync(Rig.call(), attempt -> CompletableFuture.failedStage(new IllegalStateException("busy")))
                    .whenComplete((outcome, failure) -> {
                        seen();
                        failed.complete(null);
                    });
            failed.get(60, TimeUnit.SECONDS);
            assertThatThrownBy(() -> engine.runLeased(
                            Rig.call(IdempotencyOptions.defaults().withLease(Duration.ofMillis(100))), attempt -> {
                                attempt.onLost(() -> {
                                    seen();
                                    lost.countDown();
                                });
                                engine.catalogue().free(attempt.key(), attempt.token());
                                assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
                                return "lost";
                            }))
                    .isInstanceOf(io.lockkeeper.idempotency.AttemptLostException.class);
        }

        assertThat(threads)
                .isNotEmpty()
                .noneMatch(name -> name.startsWith("io of") || name.equals("lockkeeper-idempotency-timer"));
    }

    @Test
    void a_caller_whose_store_is_silent_hears_that_the_operation_ran() {
        FaultyStore store = new FaultyStore(records);
        store.next("finish", Fate.SILENT);
        try (LeasedIdempotency engine =
                Engine.leased(store, IdempotencySettings.defaults().withTimeout(Duration.ofMillis(50)))) {
            assertThatThrownBy(() -> engine.run(Rig.call(), attempt -> "paid"))
                    .isInstanceOfSatisfying(
                            OutcomeNotStoredException.class,
                            failure -> assertThat(failure.value()).isEqualTo("paid"))
                    .hasCauseInstanceOf(StoreUnavailableException.class);
        }
    }

    @Test
    void a_caller_hears_of_a_close_before_its_outcome_was_stored() throws Exception {
        FaultyStore store = new FaultyStore(records);
        Fate[] refusals = new Fate[10_000];
        Arrays.fill(refusals, Fate.REFUSED);
        store.next("finish", refusals);
        LeasedEngine engine = new LeasedEngine(
                store,
                IdempotencySettings.defaults().withTimeout(Duration.ofSeconds(5)),
                SystemTicker.shared(),
                new OwnThreads());
        CountDownLatch closed = new CountDownLatch(1);
        CompletableFuture<Outcome<?>> caller = CompletableFuture.supplyAsync(() -> {
            try {
                return engine.run(Rig.call(), attempt -> {
                    closed.await();
                    return "paid";
                });
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } catch (Exception e) {
                throw e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
            }
        });
        while (engine.size() == 0 || records.catalogue().find(Rig.KEY).isEmpty()) {
            Thread.onSpinWait();
        }
        CompletableFuture<Void> closing = CompletableFuture.runAsync(engine::close);
        closed.countDown();
        closing.get(60, TimeUnit.SECONDS);

        assertThat(caller)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .withCauseInstanceOf(OutcomeNotStoredException.class);
        assertThat(engine.size()).isZero();
    }

    @Test
    void a_claim_that_is_granted_while_the_engine_closes_is_given_back() throws Exception {
        Rig rig = new Rig();
        rig.store.next("claim", Fate.HELD);
        var request = rig.begin(Rig.call(), "paid");
        CompletableFuture<Void> closing = CompletableFuture.runAsync(rig.engine::close);
        assertThat(request).failsWithin(Duration.ofSeconds(60));
        rig.store.answer();
        closing.get(60, TimeUnit.SECONDS);

        assertThat(rig.store.log).containsExactly("claim", "withdraw", "close");
        assertThat(rig.records.catalogue().find(Rig.KEY)).isEmpty();
    }
}
