package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** The lock among the other advice of a method. */
class OrderTest {

    @Test
    void aTransactionOutsideOfTheLockStopsTheStart() {
        assertThatThrownBy(() -> TestApplication.start(
                                Map.of(), DatabaseLocks.class, EarlyTransactions.class, Transacted.class)
                        .close())
                .hasStackTraceContaining("the lock would be inside of the transaction, and released before its commit");
    }

    @Test
    void aLockOutsideOfAllIsAccepted() {
        try (TestApplication application = TestApplication.start(Map.of(), DatabaseLocks.class, Transacted.class)) {
            assertThat(application.get(Transacted.class).work()).isEqualTo(0);
        }
    }

    @Test
    void theLockIsOutsideOfTheCache() {
        try (TestApplication application = TestApplication.of(Caches.class, Cached.class)) {
            Cached cached = application.get(Cached.class);
            assertThat(cached.price()).isEqualTo("1 under [price]");
            assertThat(cached.price()).isEqualTo("1 under [price]");

            try (Lease theirs = application.takenByOthers("price")) {
                assertThat(theirs.isHeld()).isTrue();
                assertThatThrownBy(cached::price).hasMessageContaining("'price' could not be acquired");
            }
        }
    }

    @Test
    void aBeanIsProxiedOnce() {
        try (TestApplication application = TestApplication.of(Asynchronous.class, Both.class)) {
            Both both = application.get(Both.class);

            assertThat(both.work().join()).isEqualTo(List.of("both"));
            assertThat(AopUtils.isAopProxy(both)).isTrue();
            assertThat(((Advised) both).getTargetSource().getTargetClass()).isEqualTo(Both.class);
        }
    }

    @Test
    void theThreadOfAnAsynchronousMethodWaitsForTheLockNotItsCaller() {
        try (TestApplication application = TestApplication.of(Asynchronous.class, Both.class)) {
            CompletableFuture<List<String>> answer;
            try (Lease theirs = application.takenByOthers("both")) {
                answer = application.get(Both.class).work();
                Until.isTrue(() -> application.get(LockClient.class).waiting() == 1);
                assertThat(theirs.isHeld()).isTrue();
                assertThat(answer).isNotDone();
            }
            assertThat(answer.join()).isEqualTo(List.of("both"));
        }
    }

    static class Transacted {
        private final JdbcTemplate jdbc;

        Transacted(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Locked
        @Transactional
        public Integer work() {
            return jdbc.queryForObject("select count(*) from sold", Integer.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = 0)
    static class EarlyTransactions {}

    @EnableCaching
    @Configuration(proxyBeanMethods = false)
    static class Caches {
        @Bean
        CacheManager caches() {
            return new ConcurrentMapCacheManager();
        }
    }

    static class Cached {
        private int calls;

        @Cacheable("prices")
        @Locked(name = "price", maxWait = "0")
        public String price() {
            return ++calls + " under "
                    + CurrentLease.all().stream().map(Lease::name).toList();
        }
    }

    @EnableAsync
    @Configuration(proxyBeanMethods = false)
    static class Asynchronous {}

    static class Both {
        @Async
        @Locked("both")
        public CompletableFuture<List<String>> work() {
            return CompletableFuture.completedFuture(
                    CurrentLease.all().stream().map(Lease::name).toList());
        }
    }
}
