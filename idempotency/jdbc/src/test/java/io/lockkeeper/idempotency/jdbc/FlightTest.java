package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.databases.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryDatabase
class FlightTest {

    private static final int REPEATS = 1_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Shop shop;
    private final TestSource source;
    private final TransactionalIdempotency idempotency;

    FlightTest(Kind kind) throws SQLException {
        shop = Shop.on(kind);
        source = shop.source();
        idempotency = shop.open(source);
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void a_thousand_repeats_run_once_on_a_couple_of_connections() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<String> value = new CompletableFuture<>();
        TransactionalAction<@Nullable String, Exception> action = attempt -> {
            runs.incrementAndGet();
            running.countDown();
            return value.get();
        };
        List<Future<Outcome<@Nullable String>>> all = new ArrayList<>();
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            all.add(threads.submit(() -> idempotency.runInTransaction(
                    Shop.call("a").withOptions(IdempotencyOptions.defaults().withMaxWait(Duration.ofMinutes(2))),
                    action)));
        }
        assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
        value.complete("value");
        for (Future<Outcome<@Nullable String>> one : all) {
            assertThat(one.get(60, TimeUnit.SECONDS).valueOrThrow()).isEqualTo("value");
        }
        assertThat(runs).hasValue(1);
        assertThat(source.mostLent()).isLessThanOrEqualTo(2);
        assertThat(source.lent()).isZero();
        assertThat(((TransactionalEngine) idempotency).flying()).isZero();
    }

    @Test
    void a_repeat_in_the_same_process_that_does_not_wait_is_in_flight_without_a_connection() throws Exception {
        idempotency.runInTransaction(Shop.call("a"), attempt -> {
            int before = source.statements();
            assertThat(threads.submit(() -> idempotency.runInTransaction(Shop.call("a"), shop.order()))
                            .get(30, TimeUnit.SECONDS))
                    .isInstanceOf(Outcome.InFlight.class);
            assertThat(source.statements()).isEqualTo(before);
            return "value";
        });
    }

    @Test
    void those_who_wait_run_if_the_one_in_flight_fails() throws Exception {
        List<Future<Outcome<@Nullable String>>> all = new ArrayList<>();
        assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("a"), attempt -> {
                    for (int repeat = 0; repeat < 10; repeat++) {
                        all.add(threads.submit(() -> idempotency.runInTransaction(
                                Shop.call("a")
                                        .withOptions(
                                                IdempotencyOptions.defaults().withMaxWait(Duration.ofMinutes(2))),
                                shop.order())));
                    }
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        for (Future<Outcome<@Nullable String>> one : all) {
            assertThat(one.get(60, TimeUnit.SECONDS).valueOrThrow()).isEqualTo("order a");
        }
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void an_interrupt_of_one_that_waits_leaves_nothing() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        idempotency.runInTransaction(Shop.call("a"), attempt -> {
            for (TransactionalIdempotency of : List.of(idempotency, shop.open())) {
                CompletableFuture<Thread> waiter = new CompletableFuture<>();
                Future<?> waiting = threads.submit(() -> {
                    waiter.complete(Thread.currentThread());
                    assertThatThrownBy(() -> of.runInTransaction(
                                    Shop.call("a")
                                            .withOptions(IdempotencyOptions.defaults()
                                                    .withMaxWait(Duration.ofMinutes(2))),
                                    shop.order()))
                            .isInstanceOf(InterruptedException.class);
                    return null;
                });
                waiter.get(30, TimeUnit.SECONDS).interrupt();
                waiting.get(60, TimeUnit.SECONDS);
            }
            ended.countDown();
            return "value";
        });
        assertThat(ended.getCount()).isZero();
        assertThat(source.lent()).isZero();
        assertThat(((TransactionalEngine) idempotency).flying()).isZero();
    }
}
