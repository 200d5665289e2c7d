package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.servers.Await;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Two instances stand for two processes: nothing is shared but the database. */
@OnEveryDatabase
class IsolationTest {

    private final Kind kind;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    IsolationTest(Kind kind) {
        this.kind = kind;
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    /** One that is in the middle of its operation until it is told how to end. */
    private static final class First {

        private final CountDownLatch running = new CountDownLatch(1);
        private final CompletableFuture<String> end = new CompletableFuture<>();
        private final Future<Outcome<@Nullable String>> outcome;

        First(ExecutorService threads, Shop shop, TransactionalIdempotency idempotency) throws InterruptedException {
            outcome = threads.submit(() -> idempotency.runInTransaction(Shop.call("a"), attempt -> {
                shop.place(attempt);
                running.countDown();
                return end.get();
            }));
            assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static IdempotentCall<@Nullable String> patient() {
        return Shop.call("a").withOptions(IdempotencyOptions.defaults().withMaxWait(Duration.ofSeconds(60)));
    }

    @EveryIsolation
    void a_repeat_while_another_session_is_at_it_is_in_flight_and_replayed_afterwards(int isolation) throws Exception {
        Shop shop = Shop.on(kind);
        First first = new First(threads, shop, shop.open(new TestSource(shop.url(), isolation, true)));
        TestSource source = new TestSource(shop.url(), isolation, false);
        TransactionalIdempotency second = shop.open(source);
        assertThat(second.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.InFlight.class);
        assertThat(second.runInTransaction(Shop.call("b"), shop.order())).isInstanceOf(Outcome.Executed.class);
        first.end.complete("first");
        assertThat(first.outcome.get()).isEqualTo(new Outcome.Executed<>("first"));
        assertThat(second.runInTransaction(Shop.call("a"), shop.order())).isEqualTo(new Outcome.Replayed<>("first"));
        assertThat(shop.count()).isEqualTo(2);
        assertThat(source.faults()).isEmpty();
        assertThat(source.lent()).isZero();
    }

    @EveryIsolation
    void a_repeat_that_waits_gets_the_value_of_the_other_session(int isolation) throws Exception {
        Shop shop = Shop.on(kind);
        First first = new First(threads, shop, shop.open(new TestSource(shop.url(), isolation, true)));
        TestSource source = new TestSource(shop.url(), isolation, true);
        Future<Outcome<@Nullable String>> second =
                threads.submit(() -> shop.open(source).runInTransaction(patient(), shop.order()));
        awaitALook(source);
        first.end.complete("first");
        assertThat(second.get()).isEqualTo(new Outcome.Replayed<>("first"));
        assertThat(shop.count()).isEqualTo(1);
    }

    @EveryIsolation
    void a_repeat_that_waits_runs_if_the_other_session_fails(int isolation) throws Exception {
        Shop shop = Shop.on(kind);
        First first = new First(threads, shop, shop.open(new TestSource(shop.url(), isolation, true)));
        TestSource source = new TestSource(shop.url(), isolation, true);
        Future<Outcome<@Nullable String>> second =
                threads.submit(() -> shop.open(source).runInTransaction(patient(), shop.order()));
        awaitALook(source);
        first.end.completeExceptionally(new IllegalStateException("no"));
        assertThat(second.get()).isEqualTo(new Outcome.Executed<>("order a"));
        assertThat(shop.count()).isEqualTo(1);
    }

    @EveryIsolation
    void of_many_sessions_that_begin_together_one_runs(int isolation) throws Exception {
        Shop shop = Shop.on(kind);
        shop.open().runInTransaction(Shop.call("first"), attempt -> "the table is there");
        CountDownLatch start = new CountDownLatch(1);
        @SuppressWarnings({"unchecked", "rawtypes"})
        Future<Outcome<@Nullable String>>[] all = new Future[8];
        for (int session = 0; session < all.length; session++) {
            TransactionalIdempotency own = shop.open(new TestSource(shop.url(), isolation, true));
            all[session] = threads.submit(() -> {
                start.await();
                return own.runInTransaction(patient(), shop.order());
            });
        }
        start.countDown();
        int executed = 0;
        for (Future<Outcome<@Nullable String>> one : all) {
            Outcome<@Nullable String> outcome = one.get(60, TimeUnit.SECONDS);
            assertThat(outcome.valueOrThrow()).isEqualTo("order a");
            executed += outcome instanceof Outcome.Executed ? 1 : 0;
        }
        assertThat(executed).isEqualTo(1);
        assertThat(shop.count()).isEqualTo(1);
    }

    @EveryIsolation
    void a_snapshot_that_is_older_than_the_outcome_never_runs_it_again(int isolation) throws Exception {
        Shop shop = Shop.on(kind);
        TransactionalIdempotency idempotency = shop.open();
        idempotency.runInTransaction(Shop.call("first"), attempt -> "the table is there");
        shop.execute("CREATE TABLE other_" + shop.orders() + " (id INT)");
        try (Connection own = new TestSource(shop.url(), isolation, false).getConnection()) {
            TestSource.execute(own, "SELECT count(*) FROM other_" + shop.orders());
            idempotency.runInTransaction(Shop.call("a"), shop.order());
            try {
                assertThat(idempotency.in(own).runInTransaction(Shop.call("a"), shop.order()))
                        .isEqualTo(new Outcome.Replayed<>("order a"));
            } catch (TransactionRolledBackException frozen) {
                assertThat(isolation).isGreaterThan(Connection.TRANSACTION_READ_COMMITTED);
                assertThat(frozen).hasMessageContaining("Roll the transaction back, begin a new one");
                own.rollback();
                assertThat(idempotency.in(own).runInTransaction(Shop.call("a"), shop.order()))
                        .isEqualTo(new Outcome.Replayed<>("order a"));
            }
            own.commit();
        }
        assertThat(shop.count()).isEqualTo(1);
    }

    private static void awaitALook(TestSource source) {
        Await.until("a look", Shop.PATIENCE, () -> source.statements() > 0);
    }

    @EveryIsolation
    void a_repeat_of_a_finished_key_waits_for_no_other_repeat(int isolation) throws Exception {
        Shop shop = Shop.on(kind);
        shop.open().runInTransaction(Shop.call("a"), shop.order());
        TestSource source = new TestSource(shop.url(), isolation, false);
        try (Connection own = source.getConnection()) {
            TransactionalIdempotency idempotency = shop.open();
            assertThat(idempotency.in(own).runInTransaction(Shop.call("a"), shop.order()))
                    .isInstanceOf(Outcome.Replayed.class);
            // The transaction is still open.
            assertThat(shop.open().runInTransaction(Shop.call("a"), shop.order()))
                    .isInstanceOf(Outcome.Replayed.class);
            own.rollback();
        }
    }
}
