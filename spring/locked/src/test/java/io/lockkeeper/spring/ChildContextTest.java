package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionTemplate;

/** A context whose parent has the database and its transaction manager. */
class ChildContextTest {

    private final TestApplication parent = TestApplication.start(Map.of(), DatabaseLocks.class);

    @AfterEach
    void close() {
        parent.close();
    }

    private AnnotationConfigApplicationContext child(Class<?>... beans) {
        AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext();
        child.setParent(parent.context());
        child.register(beans);
        child.refresh();
        return child;
    }

    private Collection<TransactionExecutionListener> checks() {
        return parent.get(ConfigurableTransactionManager.class).getTransactionExecutionListeners();
    }

    @Test
    void aClosedChildLeavesNoCheckInItsParentsTransactionManager() {
        try (AnnotationConfigApplicationContext child = child(Child.class)) {
            assertThat(child.getBean(Shop.class)).isNotNull();
            assertThat(checks()).hasSize(1);
        }
        assertThat(checks()).isEmpty();
    }

    @Test
    void aChildThatFailsToStartLeavesNoCheck() {
        assertThatThrownBy(() -> child(Child.class, Wrong.class).close())
                .hasStackTraceContaining("needs a bean of type LockDatabase");
        assertThat(checks()).isEmpty();
    }

    @Test
    void theCheckStaysWhileAnotherContextNeedsIt() {
        try (AnnotationConfigApplicationContext other = child(Child.class)) {
            child(Child.class).close();
            assertThat(checks()).hasSize(1);

            Shop shop = other.getBean(Shop.class);
            assertThatThrownBy(() -> shop.sell(
                            () -> parent.others().forceRelease().orElseThrow().forceRelease("shop")))
                    .isInstanceOf(LeaseLostException.class);
            assertThat(sold()).isZero();
            shop.sell(() -> {});
            assertThat(sold()).isEqualTo(1);
        }
        assertThat(checks()).isEmpty();
    }

    private Integer sold() {
        return parent.get(JdbcTemplate.class).queryForObject("select count(*) from sold", Integer.class);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableLocked
    static class Child {
        @Bean
        Shop shop(JdbcTemplate jdbc, TransactionTemplate transaction) {
            return new Shop(jdbc, transaction);
        }
    }

    static class Shop {
        private final JdbcTemplate jdbc;
        private final TransactionTemplate transaction;

        Shop(JdbcTemplate jdbc, TransactionTemplate transaction) {
            this.jdbc = jdbc;
            this.transaction = transaction;
        }

        @Locked(name = "shop", checkCommit = true)
        public void sell(Runnable meanwhile) {
            transaction.executeWithoutResult(status -> {
                jdbc.update("insert into sold values (1)");
                meanwhile.run();
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Wrong {
        @Bean
        LockClient elsewhere() {
            return LockClient.connect("memory:elsewhere");
        }

        @Bean
        Unchecked unchecked() {
            return new Unchecked();
        }
    }

    static class Unchecked {
        @Locked(store = "elsewhere", checkCommit = true)
        public void work() {}
    }
}
