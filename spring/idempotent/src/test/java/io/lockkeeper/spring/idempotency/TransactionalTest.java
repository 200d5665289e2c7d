package io.lockkeeper.spring.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.RequestRefusedException;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Idempotency whose transactions are Spring's: the mark, the business writes and the outcome are one. */
class TransactionalTest {

    private final TestApplication application =
            TestApplication.start(Map.of(), Transacted.class, Ledger.class, Shop.class);
    private final Shop shop = application.get(Shop.class);
    private final Shop bean = application.behindProxy(Shop.class);
    private final Ledger ledger = application.get(Ledger.class);

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void theMarkTheWritesAndTheOutcomeCommitTogether() {
        assertThat(shop.buy("a")).isEqualTo(1);
        assertThat(shop.buy("a")).isEqualTo(1);
        assertThat(ledger.rows()).isEqualTo(1);
    }

    @Test
    void aFailureRollsBackAllOfThem() {
        bean.crash = true;
        assertThatThrownBy(() -> shop.buy("a")).hasMessage("crash");
        assertThat(ledger.rows()).isZero();
        bean.crash = false;
        assertThat(shop.buy("a")).isEqualTo(2);
        assertThat(ledger.rows()).isEqualTo(1);
    }

    @Test
    void transactionalMethodsJoinAndTheirFailureRollsBackAll() {
        assertThat(shop.buyByTransaction("a", false)).isEqualTo("a");
        assertThat(ledger.rows()).isEqualTo(1);
        assertThatThrownBy(() -> shop.buyByTransaction("b", true)).hasMessage("no more");
        assertThat(ledger.rows()).isEqualTo(1);
        assertThatThrownBy(() -> shop.buyByTransaction("b", true)).hasMessage("no more");
    }

    @Test
    void aStoredFailureUndoesTheWritesAndIsReplayed() {
        for (String id : new String[] {"a", "b"}) {
            // "b" fails in a @Transactional method, which marks the transaction to be rolled back.
            assertThatThrownBy(() -> shop.refuse(id, id.equals("b"))).hasMessage("refused");
            assertThatThrownBy(() -> shop.refuse(id, id.equals("b"))).isInstanceOf(RequestRefusedException.class);
        }
        assertThat(ledger.rows()).isZero();
        assertThat(bean.runs.get()).isEqualTo(2);
    }

    @Test
    void aCallInATransactionOfTheCallerCommitsWithIt() {
        TransactionTemplate transaction = new TransactionTemplate(application.get(PlatformTransactionManager.class));
        transaction.executeWithoutResult(status -> {
            assertThat(shop.buy("a")).isEqualTo(1);
            status.setRollbackOnly();
        });
        assertThat(ledger.rows()).isZero();
        assertThat(shop.buy("a")).isEqualTo(2);
        assertThat(ledger.rows()).isEqualTo(1);
    }

    @Test
    void anExceptionThatWasCaughtAfterItMarkedTheTransactionUndoesAll() {
        assertThatThrownBy(() -> shop.swallow("a")).isInstanceOf(TransactionRolledBackException.class);
        assertThat(ledger.rows()).isZero();
        assertThatThrownBy(() -> shop.swallow("a")).isInstanceOf(TransactionRolledBackException.class);
    }

    @Test
    void nothingRunsWithoutADatabase() {
        application.get(HikariDataSource.class).close();
        assertThatThrownBy(() -> shop.buy("a")).isInstanceOf(StoreUnavailableException.class);
        assertThat(bean.runs.get()).isZero();
    }

    @Test
    void nestedCallsJoin() {
        assertThat(shop.both("a")).isEqualTo("a1");
        assertThat(shop.both("a")).isEqualTo("a1");
        assertThat(ledger.rows()).isEqualTo(1);
        assertThat(shop.buy("a")).isEqualTo(1);
    }

    @Test
    void aMethodThatIsTransactionalItselfIsInside() {
        assertThat(shop.self("a")).isInstanceOf(Outcome.Executed.class);
        assertThat(shop.self("a")).isInstanceOf(Outcome.Replayed.class);
        assertThat(ledger.rows()).isEqualTo(1);
    }

    @Test
    void workThatGoesOnIsRefused() {
        assertThatThrownBy(() -> TestApplication.start(Map.of(), Transacted.class, Later.class)
                        .close())
                .hasStackTraceContaining("cannot run in a transaction");
    }

    @Test
    void leasedRecordsAreRefusedInATransaction() {
        try (TestApplication leased =
                TestApplication.start(Map.of(), Transactions.class, Leased.class, Ledger.class, Shop.class)) {
            TransactionTemplate transaction = new TransactionTemplate(leased.get(PlatformTransactionManager.class));
            assertThatThrownBy(() ->
                            transaction.execute(status -> leased.get(Shop.class).buy("a")))
                    .hasMessageContaining("is called in a transaction: its outcome would be stored before");
            assertThat(leased.get(Shop.class).buy("a")).isEqualTo(1);
        }
    }

    @Test
    void anOrderInsideOfTheTransactionIsRefused() {
        assertThatThrownBy(() -> TestApplication.start(
                                Map.of(), Inside.class, TransactedBeans.class, Ledger.class, Shop.class)
                        .close())
                .hasStackTraceContaining("inside of the transaction of the method");
    }

    static class Shop {

        final AtomicInteger runs = new AtomicInteger();
        volatile boolean crash;

        @Autowired
        @Nullable
        Shop self;

        private final Ledger ledger;

        Shop(Ledger ledger) {
            this.ledger = ledger;
        }

        @Idempotent("#id")
        public int buy(String id) {
            ledger.write(id);
            int run = runs.incrementAndGet();
            if (crash) {
                throw new IllegalStateException("crash");
            }
            return run;
        }

        @Idempotent("#id")
        public String buyByTransaction(String id, boolean fail) {
            ledger.writeAndFail(id, fail);
            return id;
        }

        @Idempotent("#id")
        public void swallow(String id) {
            try {
                ledger.writeAndFail(id, true);
            } catch (IllegalStateException failed) {
                ledger.write(id);
            }
        }

        @Idempotent(key = "#id", storedFailures = Ledger.Refused.class)
        public void refuse(String id, boolean inner) {
            runs.incrementAndGet();
            if (inner) {
                ledger.refuse(id);
            }
            ledger.write(id);
            throw new Ledger.Refused();
        }

        @Idempotent("#id")
        public String both(String id) {
            return id + java.util.Objects.requireNonNull(self).buy(id);
        }

        @Idempotent("#id")
        @Transactional
        public Outcome<Integer> self(String id) {
            ledger.write(id);
            return new Outcome.Executed<>(runs.incrementAndGet());
        }
    }

    static class Later {
        @Idempotent("#id")
        public CompletableFuture<String> run(String id) {
            return CompletableFuture.completedFuture(id);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIdempotent
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Transactions {

        @Bean(destroyMethod = "close")
        HikariDataSource source() {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return new HikariDataSource(config);
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource source) {
            return new DataSourceTransactionManager(source);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TransactedBeans {
        @Bean
        Idempotency idempotency(DataSource source, PlatformTransactionManager transactions) {
            return new SpringTransactionalIdempotency(JdbcIdempotency.transactional(source), transactions, source);
        }
    }

    static class Transacted extends Transactions {
        @Bean
        Idempotency idempotency(DataSource source, PlatformTransactionManager transactions) {
            return new SpringTransactionalIdempotency(JdbcIdempotency.transactional(source), transactions, source);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Leased {
        @Bean
        Idempotency idempotency() {
            return MemoryIdempotency.create();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIdempotent
    @EnableTransactionManagement(proxyTargetClass = true, order = EnableIdempotent.ORDER - 1)
    static class Inside {

        @Bean(destroyMethod = "close")
        HikariDataSource source() {
            return new Transactions().source();
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource source) {
            return new DataSourceTransactionManager(source);
        }
    }
}
