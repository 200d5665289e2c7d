package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.jdbc.JdbcStore;
import io.lockkeeper.spring.CurrentLease;
import io.lockkeeper.spring.LockDatabase;
import io.lockkeeper.spring.Locked;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with checkCommit, whose locks are in memory for a test. */
class StandInTest {

    private final ApplicationContextRunner runner = Boots.runner()
            .withUserConfiguration(LockDatabaseTest.Database.class)
            .withPropertyValues("lockkeeper.store=bean:source?table-prefix=shop_");

    private final ApplicationContextRunner inMemory = runner.withBean(StandInFactory.class, Memory::new);

    @Test
    void the_lease_is_asked_before_the_commit() {
        inMemory.withUserConfiguration(LockDatabaseTest.Sale.class).run(context -> {
            LockDatabaseTest.Shop shop = context.getBean(LockDatabaseTest.Shop.class);
            shop.sell();
            assertThat(shop.sold()).isEqualTo(1);
            assertThatThrownBy(shop::sellAndRelease).isInstanceOf(NotHeldException.class);
            assertThat(shop.sold()).isEqualTo(1);
        });
    }

    @Test
    void a_database_that_the_application_names_itself_is_not_used() {
        inMemory.withUserConfiguration(LockDatabaseTest.Sale.class, Named.class).run(context -> {
            LockDatabaseTest.Shop shop = context.getBean(LockDatabaseTest.Shop.class);
            shop.sell();
            assertThat(shop.sold()).isEqualTo(1);
        });
    }

    @Test
    void a_test_may_do_without_transactions() {
        inMemory.withBean(Plain.class).run(context -> {
            assertThat(context).hasNotFailed();
            context.getBean(Plain.class).sell();
        });
        runner.withBean(Plain.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("checkCommit needs a transaction manager"));
    }

    @Test
    void a_client_of_the_applications_own_is_checked_in_its_database() {
        inMemory.withUserConfiguration(LockDatabaseTest.Sale.class, Own.class).run(context -> {
            LockDatabaseTest.Shop shop = context.getBean(LockDatabaseTest.Shop.class);
            assertThatThrownBy(shop::sellAndLose).isInstanceOf(LeaseLostException.class);
            assertThat(shop.sold()).isZero();
        });
    }

    static class Plain {
        @Locked(name = "plain", checkCommit = true)
        public void sell() {
            assertThat(CurrentLease.get().isHeld()).isTrue();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Named {
        @Bean
        LockDatabase lockDatabase(LockClient locks, DataSource source) {
            return LockDatabase.of(locks, source);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {
        @Bean
        LockClient own(DataSource source) {
            return JdbcStore.client(source, LockDatabaseTest.SETTINGS, ClientOptions.defaults());
        }

        @Bean
        LockDatabase ownDatabase(LockClient own, DataSource source) {
            return new LockDatabase(own, source, LockDatabaseTest.SETTINGS);
        }
    }

    private static final class Memory implements StandInFactory {
        private final UUID context = UUID.randomUUID();

        @Override
        public LockClient open(String store, @Nullable String url, ClientOptions options) {
            return LockClient.connect("memory:" + context + store, options);
        }
    }
}
