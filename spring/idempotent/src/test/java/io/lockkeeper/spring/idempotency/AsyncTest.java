package io.lockkeeper.spring.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.NestedCallException;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.RequestRefusedException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Methods whose work is over later, and values that may be absent. */
class AsyncTest {

    private final TestApplication application = TestApplication.of(Orders.class);
    private final Orders orders = application.get(Orders.class);
    private final Orders bean = application.behindProxy(Orders.class);

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void theValueOfAFutureIsStored() {
        assertThat(orders.future("a").join()).isEqualTo("a1");
        assertThat(orders.future("a").join()).isEqualTo("a1");
        assertThat(orders.stage("a").toCompletableFuture().join()).isEqualTo(2);
        assertThat(orders.stage("a").toCompletableFuture().join()).isEqualTo(2);
    }

    @Test
    void aFutureThatFailsFreesTheKey() {
        for (int run = 1; run <= 2; run++) {
            assertThatThrownBy(() -> orders.failing("a").join())
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseInstanceOf(IllegalStateException.class);
        }
        assertThat(bean.runs.get()).isEqualTo(2);
    }

    @Test
    void aReactiveTransactionOfTheCallerIsRefused() {
        TransactionalOperator transaction = TransactionalOperator.create(new NoDatabase());
        assertThatThrownBy(() -> transaction.transactional(orders.mono("a")).block())
                .hasMessageContaining("is called in a transaction: its outcome would be stored before");
        assertThat(bean.runs.get()).isZero();
        assertThat(orders.mono("a").block()).isEqualTo("a1");
    }

    @Test
    void eachSubscriptionIsARequest() {
        Mono<String> mono = orders.mono("a");
        assertThat(bean.runs.get()).isZero();
        assertThat(mono.block()).isEqualTo("a1");
        assertThat(mono.block()).isEqualTo("a1");
        assertThat(bean.runs.get()).isEqualTo(1);
        assertThatThrownBy(
                        () -> orders.monoOf("b", 1).then(orders.monoOf("b", 2)).block())
                .isInstanceOf(RequestRefusedException.class);
    }

    @Test
    void anEmptyMonoAndNullAndAnEmptyOptionalAreValues() {
        for (int run = 1; run <= 2; run++) {
            assertThat(orders.empty("a").block()).isNull();
            assertThat(orders.nothing("a")).isNull();
            assertThat(orders.absent("a")).isEmpty();
            assertThat(orders.present("a")).contains("a");
            orders.silent("a");
            assertThat(orders.done("a").block()).isNull();
        }
        assertThat(bean.runs.get()).isEqualTo(6);
    }

    @Test
    void aMonoOfOutcomesGivesAllOfThem() {
        assertThat(orders.outcomes("a", 1).block()).isEqualTo(new Outcome.Executed<>(1));
        assertThat(orders.outcomes("a", 1).block()).isEqualTo(new Outcome.Replayed<>(1));
        assertThat(orders.outcomes("a", 2).block()).isInstanceOf(Outcome.Mismatch.class);
    }

    @Test
    void workThatHasBegunGoesOnAfterACancellationAndIsStored() throws Exception {
        Disposable subscription = orders.slow("a").subscribe();
        assertThat(bean.inside.await(60, TimeUnit.SECONDS)).isTrue();
        subscription.dispose();
        bean.gate.emitValue("later", Sinks.EmitFailureHandler.FAIL_FAST);
        assertThat(orders.slow("a").block(Duration.ofSeconds(60))).isEqualTo("later");
        assertThat(bean.runs.get()).isEqualTo(1);
    }

    @Test
    void aMonoWithinItselfIsRefusedRatherThanWaitedFor() {
        assertThatThrownBy(() -> orders.recursive("a").block(Duration.ofSeconds(60)))
                .isInstanceOf(NestedCallException.class);
    }

    @Test
    void theAttemptIsInTheContext() {
        assertThat(orders.attempt("a").block()).isEqualTo(1);
    }

    /** Transactions of nothing. */
    private static final class NoDatabase extends AbstractReactiveTransactionManager {

        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction(TransactionSynchronizationManager context) {
            return "transaction";
        }

        @Override
        protected Mono<Void> doBegin(
                TransactionSynchronizationManager context, Object transaction, TransactionDefinition definition) {
            return Mono.empty();
        }

        @Override
        protected Mono<Void> doCommit(
                TransactionSynchronizationManager context, GenericReactiveTransaction transaction) {
            return Mono.empty();
        }

        @Override
        protected Mono<Void> doRollback(
                TransactionSynchronizationManager context, GenericReactiveTransaction transaction) {
            return Mono.empty();
        }
    }

    static class Orders {

        final AtomicInteger runs = new AtomicInteger();
        final CountDownLatch inside = new CountDownLatch(1);
        final Sinks.One<String> gate = Sinks.one();

        @Autowired
        @Nullable
        Orders self;

        @Idempotent("#id")
        public CompletableFuture<String> future(String id) {
            return CompletableFuture.supplyAsync(() -> id + runs.incrementAndGet());
        }

        @Idempotent("#id")
        public CompletionStage<Integer> stage(String id) {
            return CompletableFuture.completedStage(runs.incrementAndGet());
        }

        @Idempotent("#id")
        public CompletableFuture<String> failing(String id) {
            runs.incrementAndGet();
            return CompletableFuture.failedFuture(new IllegalStateException(id));
        }

        @Idempotent("#id")
        public Mono<String> mono(String id) {
            return Mono.fromCallable(() -> id + runs.incrementAndGet());
        }

        @Idempotent("#id")
        public Mono<String> monoOf(String id, int amount) {
            return Mono.just(id);
        }

        @Idempotent("#id")
        public Mono<String> empty(String id) {
            return Mono.<String>empty().doOnSubscribe(s -> runs.incrementAndGet());
        }

        @Idempotent("#id")
        public @Nullable String nothing(String id) {
            runs.incrementAndGet();
            return null;
        }

        @Idempotent("#id")
        public Optional<String> absent(String id) {
            runs.incrementAndGet();
            return Optional.empty();
        }

        @Idempotent("#id")
        public Optional<String> present(String id) {
            runs.incrementAndGet();
            return Optional.of(id);
        }

        @Idempotent("#id")
        public void silent(String id) {
            runs.incrementAndGet();
        }

        @Idempotent("#id")
        public Mono<Void> done(String id) {
            return Mono.fromRunnable(runs::incrementAndGet);
        }

        @Idempotent("#id")
        public Mono<Outcome<Integer>> outcomes(String id, int amount) {
            return Mono.fromCallable(() -> new Outcome.Executed<>(runs.incrementAndGet()));
        }

        @Idempotent(key = "#id", maxWait = "60s")
        public Mono<String> slow(String id) {
            runs.incrementAndGet();
            inside.countDown();
            return gate.asMono();
        }

        @Idempotent(key = "#id", maxWait = "60s")
        public Mono<String> recursive(String id) {
            return Mono.delay(Duration.ofMillis(1))
                    .flatMap(tick -> java.util.Objects.requireNonNull(self).recursive(id));
        }

        @Idempotent("#id")
        public Mono<Integer> attempt(String id) {
            return ReactiveAttempt.get().map(attempt -> attempt.number());
        }
    }
}
