package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Several stores, by name. */
class NamedStoresTest {

    private final ApplicationContextRunner runner = Boots.runner()
            .withPropertyValues(
                    "lockkeeper.store=memory:by-default",
                    "lockkeeper.stores.orders.url=memory:orders",
                    "lockkeeper.stores.slow-jobs.url=memory:jobs",
                    "lockkeeper.stores.slow-jobs.lease=5m");

    @Test
    void each_has_a_client_with_its_name_as_qualifier() {
        runner.withUserConfiguration(Shop.class).run(context -> {
            Shop.Clients clients = context.getBean(Shop.Clients.class);
            try (Lease ordered = clients.orders().lock("a").acquire();
                    Lease other = clients.anyone().lock("a").acquire();
                    LockClient elsewhere = LockClient.connect("memory:orders")) {
                assertThat(ordered.isHeld() && other.isHeld()).isTrue();
                assertThat(elsewhere.lock("a").tryAcquire()).isEmpty();
            }
        });
    }

    /** If it were refused, the message would contain the password. */
    @Test
    void the_address_may_be_all_that_is_set() {
        runner.withPropertyValues("lockkeeper.stores.stock=memory:stock").run(context -> {
            try (LockClient elsewhere = LockClient.connect("memory:stock");
                    Lease lease = elsewhere.lock("a").acquire()) {
                assertThat(context.getBean("stockLockClient", LockClient.class)
                                .lock("a")
                                .isLocked())
                        .isEqualTo(lease.isHeld());
            }
        });
    }

    @Test
    void names_may_have_hyphens() {
        runner.run(context -> assertThat(BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                        context.getBeanFactory(), LockClient.class, "slow-jobs"))
                .isSameAs(context.getBean("slow-jobsLockClient")));
    }

    @Test
    void the_default_store_is_the_one_without_a_qualifier() {
        runner.run(context -> assertThat(context.getBean(LockClient.class))
                .isSameAs(context.getBean("lockClient", LockClient.class)));
    }

    @Test
    void the_default_store_may_be_a_named_one() {
        runner.withPropertyValues("lockkeeper.store=orders")
                .run(context ->
                        assertThat(context.getBean("lockClient")).isSameAs(context.getBean("ordersLockClient")));
    }

    @Test
    void a_default_store_that_has_no_such_name_is_refused() {
        runner.withPropertyValues("lockkeeper.store=order")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(LockStoreException.class)
                        .hasMessageContaining("names the store 'order', which is not among the named stores")
                        .hasMessageContaining("orders"));
    }

    @Test
    void a_store_without_an_address_is_refused() {
        runner.withPropertyValues("lockkeeper.stores.broken.lease=1m")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(LockStoreException.class)
                        .hasMessageContaining("The store 'broken' for locks has no address"));
    }

    @Test
    void an_applications_own_client_stands_beside_named_stores() {
        runner.withUserConfiguration(DefaultStoreTest.OwnClient.class).run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean("lockClient");
            assertThat(context.getBean(LockClient.class)).isSameAs(context.getBean("own"));
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {
        @Bean
        Clients clients(@Qualifier("orders") LockClient orders, LockClient anyone) {
            return new Clients(orders, anyone);
        }

        record Clients(LockClient orders, LockClient anyone) {}
    }
}
