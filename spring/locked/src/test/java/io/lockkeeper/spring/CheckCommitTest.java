package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The lease is checked inside of the transaction, before it commits; locks and transactions share a pool of two. */
class CheckCommitTest {

    @Test
    void aHolderWithTheLockCommits() {
        try (TestApplication application = database(Shop.class)) {
            application.get(Shop.class).sell(1);

            assertThat(sold(application)).isEqualTo(1);
        }
    }

    @Test
    void aHolderWhoseLockWasTakenDoesNotCommit() {
        try (TestApplication application = database(Shop.class)) {
            assertThatThrownBy(() -> application.get(Shop.class).sellAndLose(1)).isInstanceOf(LeaseLostException.class);

            assertThat(sold(application)).isZero();
        }
    }

    @Test
    void whatIsFlushedComesBeforeTheCheck() {
        try (TestApplication application = database(Shop.class)) {
            assertThatThrownBy(() -> application.get(Shop.class).loseInFlush(1)).isInstanceOf(LeaseLostException.class);

            assertThat(sold(application)).isZero();
        }
    }

    @Test
    void innerTransactionsAreCheckedToo() {
        try (TestApplication application = database(Shop.class, Ledger.class)) {
            assertThatThrownBy(() -> application.get(Shop.class).sellByLedger()).isInstanceOf(LeaseLostException.class);

            assertThat(sold(application)).isZero();
        }
    }

    @Test
    void aCallInATransactionIsRefusedBeforeItAcquires() {
        try (TestApplication application = database(Shop.class)) {
            Shop shop = application.get(Shop.class);
            TransactionTemplate transaction = application.get(TransactionTemplate.class);

            assertThatThrownBy(() -> transaction.executeWithoutResult(status -> shop.plain()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("plain() is called by a thread that holds a connection of the pool");
            assertThat(application.isHeld("plain")).isFalse();
        }
    }

    @Test
    void theStoreDoesNotJoinTheTransactionOfItsCaller() {
        try (TestApplication application = database()) {
            application.get(TransactionTemplate.class).executeWithoutResult(status -> {
                application.get(JdbcTemplate.class).update("insert into sold values (1)");
                assertThat(application.get(LockClient.class).lock("apart").tryAcquire())
                        .isPresent();
                assertThat(application.isHeld("apart")).isTrue();
                status.setRollbackOnly();
            });
            assertThat(application.isHeld("apart")).isTrue();
            assertThat(sold(application)).isZero();
        }
    }

    @Test
    void theLockIsReleasedAfterTheCommit() {
        try (TestApplication application = database(Shop.class)) {
            boolean[] held = new boolean[1];
            application.get(Shop.class).watchCommit(held);

            assertThat(held[0]).isTrue();
            assertThat(application.isHeld("shop")).isFalse();
        }
    }

    @Test
    void jtaStopsTheStart() {
        assertThatThrownBy(() -> database(Shop.class, Jta.class))
                .hasStackTraceContaining("checkCommit is not possible with JTA");
    }

    @Test
    void anUnknownDatabaseStopsTheStart() {
        assertThatThrownBy(() -> TestApplication.of(Elsewhere.class))
                .hasStackTraceContaining("checkCommit needs a bean of type LockDatabase");
    }

    @Test
    void aTransactionOfNoBeanIsWarnedOf() {
        try (LogCapture log = LogCapture.start();
                TestApplication application = database(Shop.class)) {
            application.get(Shop.class).withoutTransaction();
            application.get(Shop.class).withoutTransaction();

            assertThat(log.linesWith("no lease was checked")).hasSize(1);
        }
    }

    @Test
    void aBeanThatIsMadeLateDoesNotDisturbTransactionsOfOtherThreads() {
        try (TestApplication application = database(Late.class)) {
            ConfigurableTransactionManager manager = application.get(ConfigurableTransactionManager.class);
            Collection<TransactionExecutionListener> walkedThrough = manager.getTransactionExecutionListeners();
            application.get(Late.class).work();

            assertThat(walkedThrough).isEmpty();
            assertThat(manager.getTransactionExecutionListeners()).hasSize(1);
        }
    }

    private static TestApplication database(Class<?>... beans) {
        Class<?>[] all = new Class<?>[beans.length + 1];
        all[0] = DatabaseLocks.class;
        System.arraycopy(beans, 0, all, 1, beans.length);
        return TestApplication.start(Map.of(), all);
    }

    private static int sold(TestApplication application) {
        Integer count = application.get(JdbcTemplate.class).queryForObject("select count(*) from sold", Integer.class);
        return count == null ? -1 : count;
    }

    static class Shop {
        private final JdbcTemplate jdbc;
        private final MemoryLocks.Others others;
        private final ObjectProvider<Ledger> ledger;

        Shop(JdbcTemplate jdbc, MemoryLocks.Others others, ObjectProvider<Ledger> ledger) {
            this.jdbc = jdbc;
            this.others = others;
            this.ledger = ledger;
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true)
        public void sell(int article) {
            jdbc.update("insert into sold values (?)", article);
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true)
        public void sellAndLose(int article) {
            jdbc.update("insert into sold values (?)", article);
            take();
        }

        private void take() {
            assertThat(others.client().forceRelease().orElseThrow().forceRelease("shop"))
                    .isPresent();
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true)
        public void loseInFlush(int article) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void flush() {
                    jdbc.update("insert into sold values (?)", article);
                    take();
                }
            });
        }

        @Locked(name = "shop", checkCommit = true)
        public void sellByLedger() {
            take();
            ledger.getObject().write();
        }

        @Locked("plain")
        public void plain() {}

        @Transactional
        @Locked("shop")
        public void watchCommit(boolean[] held) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    held[0] = others.client().lock("shop").isLocked();
                }
            });
        }

        @Locked(name = "shop", checkCommit = true)
        public void withoutTransaction() {}
    }

    static class Ledger {
        private final JdbcTemplate jdbc;

        Ledger(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void write() {
            jdbc.update("insert into sold values (1)");
        }
    }

    @Lazy
    static class Late {
        @Locked(name = "late", checkCommit = true)
        public void work() {}
    }

    static class Elsewhere {
        @Locked(checkCommit = true)
        public void work() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Jta {
        @Bean
        JtaTransactionManager jta() {
            return new JtaTransactionManager() {
                private static final long serialVersionUID = 1L;

                @Override
                public void afterPropertiesSet() {
                    // There is no server that has one.
                }
            };
        }
    }
}
