package io.lockkeeper.spring.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.NestedCallException;
import io.lockkeeper.idempotency.RequestRefusedException;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotencySettings;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Repeats of one process in Spring's transactions: one of them speaks to the database, the others wait in memory. */
class FlightsTest {

    private final List<TestApplication> applications = new ArrayList<>();
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private TestApplication start(Map<String, Object> properties) {
        TestApplication application = TestApplication.start(properties, Pooled.class, Ledger.class, Shop.class);
        applications.add(application);
        return application;
    }

    @AfterEach
    void stop() {
        applications.forEach(
                application -> application.behindProxy(Shop.class).gate.countDown());
        applications.forEach(TestApplication::close);
    }

    private static final class Call extends FutureTask<Integer> {

        final Thread thread = new Thread(this);

        Call(Shop shop, String id) {
            super(() -> shop.buy(id));
            thread.setDaemon(true);
            thread.start();
        }

        boolean waits() {
            Thread.State state = thread.getState();
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void repeatsWaitWithoutConnections() throws Exception {
        TestApplication application = start(Map.of("url", url, "pool", 4));
        Shop bean = application.behindProxy(Shop.class);
        HikariDataSource source = application.get(HikariDataSource.class);
        List<Call> calls = new ArrayList<>();
        for (int repeat = 0; repeat < 200; repeat++) {
            calls.add(new Call(application.get(Shop.class), "a"));
        }
        assertThat(bean.started.await(60, TimeUnit.SECONDS)).isTrue();
        until(() -> calls.stream().allMatch(Call::waits));
        assertThat(source.getHikariPoolMXBean().getActiveConnections()).isEqualTo(1);
        bean.gate.countDown();
        for (Call call : calls) {
            assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        }
        assertThat(application.get(Ledger.class).rows()).isEqualTo(1);
        assertThat(source.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    @Test
    void oneConnectionIsEnoughFromTheFirstCallOn() throws Exception {
        TestApplication application = start(Map.of("url", url, "pool", 1));
        Shop shop = application.get(Shop.class);
        Shop bean = application.behindProxy(Shop.class);
        Call first = new Call(shop, "a");
        assertThat(bean.started.await(60, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> shop.buyAtOnce("a")).isInstanceOf(RequestRefusedException.class);
        bean.gate.countDown();
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(shop.buyAtOnce("a")).isEqualTo(1);
    }

    @Test
    void whatIsRolledBackAtTheCommitIsNobodysAnswer() throws Exception {
        TestApplication application = start(Map.of("url", url, "pool", 4));
        Shop bean = application.behindProxy(Shop.class);
        bean.undone.incrementAndGet();
        Call first = new Call(application.get(Shop.class), "a");
        assertThat(bean.started.await(60, TimeUnit.SECONDS)).isTrue();
        Call second = new Call(application.get(Shop.class), "a");
        until(second::waits);
        bean.gate.countDown();
        assertThatThrownBy(() -> first.get(60, TimeUnit.SECONDS))
                .hasCauseInstanceOf(TransactionRolledBackException.class);
        assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(application.get(Ledger.class).rows()).isEqualTo(1);
    }

    @Test
    void aCallersTransactionIsNotWaitedForInMemory() throws Exception {
        TestApplication application = start(Map.of("url", url, "pool", 4));
        Shop shop = application.get(Shop.class);
        application.behindProxy(Shop.class).gate.countDown();
        new TransactionTemplate(application.get(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            assertThat(shop.buy("a")).isEqualTo(1);
            FutureTask<Integer> other = new FutureTask<>(() -> shop.buyAtOnce("a"));
            new Thread(other).start();
            assertThatThrownBy(() -> other.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(RequestRefusedException.class);
            status.setRollbackOnly();
        });
        assertThat(shop.buyAtOnce("a")).isEqualTo(2);
    }

    @Test
    void nobodyFollowsItselfOutsideOfItsTransaction() {
        TestApplication application = start(Map.of("url", url, "pool", 4));
        assertThatThrownBy(() -> application.get(Shop.class).buyWithin("a")).isInstanceOf(NestedCallException.class);
    }

    @Test
    void aSnapshotThatDoesNotSeeTheOutcomeIsTakenAnew() throws Exception {
        Map<String, Object> properties = Map.of("url", url, "pool", 2, "isolation", "TRANSACTION_REPEATABLE_READ");
        TestApplication one = start(properties);
        TestApplication other = start(properties); // As another process.
        Shop bean = one.behindProxy(Shop.class);
        Call first = new Call(one.get(Shop.class), "a");
        assertThat(bean.started.await(60, TimeUnit.SECONDS)).isTrue();
        Call repeat = new Call(other.get(Shop.class), "a");
        until(() -> Arrays.stream(repeat.thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("pauseForOther")));
        bean.gate.countDown();
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(repeat.get(30, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void recordsArePurged() {
        TestApplication application = start(Map.of("url", url, "pool", 4, "purge", true));
        Shop shop = application.get(Shop.class);
        application.behindProxy(Shop.class).gate.countDown();
        assertThat(shop.buy("a")).isEqualTo(1);
        JdbcTemplate jdbc = new JdbcTemplate(application.get(DataSource.class));
        assertThat(jdbc.update("update lockkeeper_idempotency set purge_at = 1, purge_minute = 0"))
                .isEqualTo(1);
        until(() -> Integer.valueOf(0)
                .equals(jdbc.queryForObject("select count(*) from lockkeeper_idempotency", Integer.class)));
    }

    @Test
    void anInterruptWhileItWaitsForAConnectionCancels() throws Exception {
        TestApplication application = start(Map.of("url", url, "pool", 1));
        Shop shop = application.get(Shop.class);
        application.behindProxy(Shop.class).gate.countDown();
        assertThat(shop.buy("a")).isEqualTo(1);
        HikariDataSource source = application.get(HikariDataSource.class);
        try (Connection taken = source.getConnection()) {
            assertThat(taken.isClosed()).isFalse();
            Call call = new Call(shop, "b");
            until(() -> source.getHikariPoolMXBean().getThreadsAwaitingConnection() == 1);
            call.thread.interrupt();
            assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(CancellationException.class);
        }
    }

    static class Shop {

        final AtomicInteger runs = new AtomicInteger();
        final AtomicInteger undone = new AtomicInteger();
        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch gate = new CountDownLatch(1);

        @Autowired
        @Nullable
        Shop self;

        private final Ledger ledger;
        private final TransactionTemplate transaction;
        private final TransactionTemplate outside;

        Shop(Ledger ledger, PlatformTransactionManager transactions) {
            this.ledger = ledger;
            this.transaction = new TransactionTemplate(transactions);
            this.outside = new TransactionTemplate(transactions);
            outside.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
        }

        @Idempotent(key = "#id", scope = "shop", maxWait = "60s")
        public int buy(String id) {
            ledger.write(id);
            int run = runs.incrementAndGet();
            started.countDown();
            try {
                gate.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            if (undone.getAndSet(0) > 0) {
                transaction.executeWithoutResult(status -> status.setRollbackOnly());
            }
            return run;
        }

        @Idempotent(key = "#id", scope = "shop", maxWait = "60s")
        public void buyWithin(String id) {
            outside.executeWithoutResult(status -> Objects.requireNonNull(self).buyWithin(id));
        }

        @Idempotent(key = "#id", scope = "shop")
        public int buyAtOnce(String id) {
            ledger.write(id);
            return runs.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIdempotent
    static class Pooled {

        @Bean(destroyMethod = "close")
        HikariDataSource source(Environment environment) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(environment.getRequiredProperty("url"));
            config.setMaximumPoolSize(environment.getRequiredProperty("pool", Integer.class));
            config.setTransactionIsolation(environment.getProperty("isolation"));
            return new HikariDataSource(config);
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource source) {
            return new DataSourceTransactionManager(source);
        }

        @Bean
        Idempotency idempotency(DataSource source, PlatformTransactionManager transactions, Environment environment) {
            JdbcIdempotencySettings settings =
                    JdbcIdempotencySettings.defaults().withoutPurge();
            if (environment.getProperty("purge", Boolean.class, false)) {
                settings = settings.withPurgeEvery(Duration.ofSeconds(1));
            }
            return new SpringTransactionalIdempotency(
                    JdbcIdempotency.transactional(source, settings), transactions, source);
        }
    }
}
