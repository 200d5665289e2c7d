package io.lockkeeper.idempotency.redis;

import static io.lockkeeper.idempotency.redis.Claims.PATIENCE;
import static io.lockkeeper.idempotency.redis.Claims.PRINT;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TcpProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several engines on one server, as several processes would be. */
class EnginesTest {

    private static final RedisServer REDIS = RedisServer.start();

    private final IdempotencyKey key = Claims.key();
    private final IdempotentCall<Object> call = IdempotentCall.of(key, PRINT, OutcomeCodec.plain())
            .withOptions(IdempotencyOptions.defaults().withMaxWait(Duration.ofMinutes(2)));
    private final List<LeasedIdempotency> engines = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private LeasedIdempotency engine() {
        LeasedIdempotency engine = RedisIdempotency.connect(REDIS.url() + "?timeout=20s");
        engines.add(engine);
        return engine;
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        engines.forEach(LeasedIdempotency::close);
    }

    @Test
    void a_thousand_repeats_at_once_in_four_processes_run_it_once() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Outcome<Object>>> outcomes = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            LeasedIdempotency engine = engine();
            for (int repeat = 0; repeat < 250; repeat++) {
                outcomes.add(threads.submit(() -> {
                    start.await();
                    return engine.run(call, attempt -> "paid " + runs.incrementAndGet());
                }));
            }
        }
        start.countDown();
        for (Future<Outcome<Object>> outcome : outcomes) {
            assertThat(outcome.get(60, TimeUnit.SECONDS).valueOrThrow()).isEqualTo("paid 1");
        }
    }

    @Test
    void a_repeat_in_another_process_is_told_of_the_end() throws Exception {
        LeasedIdempotency first = engine();
        LeasedIdempotency second = engine();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<Outcome<Object>> run = threads.submit(() -> first.run(call, attempt -> {
            running.countDown();
            end.await();
            return "paid";
        }));
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        Future<Outcome<Object>> repeat = threads.submit(() -> second.run(call, attempt -> "paid twice"));
        awaitSubscription();

        end.countDown();

        assertThat(run.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Executed<Object>("paid"));
        assertThat(repeat.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Replayed<Object>("paid"));
        Await.until("the end of the subscription", PATIENCE, () -> subscribers() == 0);
    }

    @Test
    void a_repeat_in_another_process_runs_what_failed() throws Exception {
        LeasedIdempotency first = engine();
        LeasedIdempotency second = engine();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<Outcome<Object>> run = threads.submit(() -> first.run(call, attempt -> {
            running.countDown();
            end.await();
            throw new IOException("no line");
        }));
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        Future<Outcome<Object>> repeat = threads.submit(() -> second.run(call, attempt -> "paid"));
        awaitSubscription();

        end.countDown();

        assertThat(repeat.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Executed<Object>("paid"));
        assertThat(run).failsWithin(Duration.ofSeconds(30));
    }

    /** Notifications come once, and to those who watch; the engine would look by itself, so this asks the store. */
    @Test
    void whoever_watches_is_told_of_each_end_and_after_each_reconnection() {
        try (RedisRecords store = Claims.store(REDIS.url())) {
            AtomicInteger told = new AtomicInteger();
            var owned = Claims.owned(store, Claims.claim(key, "ann"));
            var watch = store.watch(key, told::incrementAndGet);
            var other = store.watch(Claims.key(), told::incrementAndGet);
            Await.until("a hint for each subscription", PATIENCE, () -> told.get() == 2);

            Claims.answer(store.finish(owned, Claims.GONE));
            Await.until("the hint of the end", PATIENCE, () -> told.get() == 3);
            REDIS.exec("CLIENT", "KILL", "TYPE", "pubsub");
            Await.until("a hint for each watch", PATIENCE, () -> told.get() == 5);
            Claims.answer(store.claim(Claims.claim(key, "bob")));
            assertThat(store.catalogue().free(key, owned.token())).isTrue();
            Await.until("the hint of the freeing", PATIENCE, () -> told.get() == 6);

            watch.close();
            other.close();
            assertThat(store.watched()).isZero();
        }
    }

    @Test
    void a_watch_that_ends_without_a_connection_leaves_no_subscription_behind() {
        try (TcpProxy proxy = REDIS.proxy();
                RedisRecords store = Claims.store(REDIS.url(proxy))) {
            IdempotencyKey other = Claims.key();
            var watch = store.watch(key, () -> {});
            store.watch(other, () -> {});
            Await.until("the subscriptions", PATIENCE, () -> subscribers(key) + subscribers(other) == 2);

            proxy.cut();
            watch.close();
            Await.until("the end of the connection", PATIENCE, () -> subscribers(key) + subscribers(other) == 0);
            proxy.heal();

            Await.until("the new subscription", PATIENCE, () -> subscribers(other) == 1);
            Await.until("the end of the old one", PATIENCE, () -> subscribers(key) == 0);
        }
    }

    private void awaitSubscription() {
        Await.until("the subscription", PATIENCE, () -> subscribers() == 1);
    }

    private long subscribers() {
        return subscribers(key);
    }

    private static long subscribers(IdempotencyKey watched) {
        List<?> reply = (List<?>) Objects.requireNonNull(
                REDIS.exec("PUBSUB", "NUMSUB", Keys.under("").record(watched)));
        return (Long) reply.get(1);
    }
}
