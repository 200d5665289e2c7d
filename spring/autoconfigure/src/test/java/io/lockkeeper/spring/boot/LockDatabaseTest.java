package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.ClientOptions;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.jdbc.JdbcSettings;
import io.lockkeeper.jdbc.JdbcStore;
import io.lockkeeper.spring.CurrentLease;
import io.lockkeeper.spring.LockDatabase;
import io.lockkeeper.spring.Locked;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Locks in the database of the application's transactions. */
class LockDatabaseTest {

    static final JdbcSettings SETTINGS = JdbcSettings.defaults().withTablePrefix("shop_");

    private final ApplicationContextRunner runner = Boots.runner()
            .withUserConfiguration(Database.class)
            .withPropertyValues("lockkeeper.store=bean:source?table-prefix=shop_");

    @Test
    void a_lease_is_checked_before_the_commit() {
        runner.withUserConfiguration(Sale.class).run(context -> {
            Shop shop = context.getBean(Shop.class);
            shop.sell();
            assertThat(shop.sold()).isEqualTo(1);
            assertThatThrownBy(shop::sellAndLose).isInstanceOf(LeaseLostException.class);
            assertThat(shop.sold()).isEqualTo(1);
        });
    }

    @Test
    void a_call_that_would_need_a_second_connection_of_the_pool_is_refused() {
        runner.withUserConfiguration(Sale.class).run(context -> {
            Shop shop = context.getBean(Shop.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            assertThatThrownBy(() -> transaction.executeWithoutResult(status -> shop.plain()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("holds a connection of the pool");
        });
    }

    @Test
    void the_client_the_pool_and_the_settings_are_told() {
        runner.run(context -> assertThat(databases(context))
                .containsExactly(new LockDatabase(
                        context.getBean(LockClient.class), context.getBean(DataSource.class), SETTINGS)));
    }

    @Test
    void each_named_store_that_is_in_a_database_has_one() {
        runner.withPropertyValues(
                        "lockkeeper.store=memory:beside",
                        "lockkeeper.stores.jobs.url=bean:source",
                        "lockkeeper.stores.orders.url=memory:orders")
                .run(context -> assertThat(databases(context))
                        .singleElement()
                        .satisfies(
                                database -> assertThat(database.client()).isSameAs(context.getBean("jobsLockClient"))));
    }

    @Test
    void the_default_store_may_be_a_named_one() {
        runner.withPropertyValues("lockkeeper.store=jobs", "lockkeeper.stores.jobs.url=bean:source")
                .run(context -> assertThat(databases(context))
                        .singleElement()
                        .satisfies(
                                database -> assertThat(database.client()).isSameAs(context.getBean(LockClient.class))));
    }

    @Test
    void a_store_elsewhere_has_none() {
        runner.withPropertyValues("lockkeeper.store=memory:elsewhere")
                .run(context -> assertThat(databases(context)).isEmpty());
    }

    @Test
    void a_client_of_the_applications_own_has_none() {
        runner.withUserConfiguration(DefaultStoreTest.OwnClient.class)
                .run(context -> assertThat(databases(context)).isEmpty());
    }

    private static List<LockDatabase> databases(ApplicationContext context) {
        return context.getBeanProvider(LockDatabase.class).stream().toList();
    }

    @Configuration(proxyBeanMethods = false)
    static class Database {
        @Bean
        DataSource source() {
            HikariDataSource source = new HikariDataSource();
            source.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return source;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Sale {
        @Bean
        PlatformTransactionManager transactions(DataSource source) {
            return new DataSourceTransactionManager(source);
        }

        @Bean
        Shop shop(DataSource source) {
            return new Shop(source);
        }
    }

    static class Shop {
        private final DataSource source;
        private final JdbcTemplate jdbc;

        Shop(DataSource source) {
            this.source = source;
            jdbc = new JdbcTemplate(source);
            jdbc.execute("create table sold (article int)");
        }

        public int sold() {
            return jdbc.queryForList("select article from sold").size();
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true)
        public void sell() {
            jdbc.update("insert into sold values (1)");
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true)
        public void sellAndLose() {
            jdbc.update("insert into sold values (2)");
            try (LockClient other = JdbcStore.client(source, SETTINGS, ClientOptions.defaults())) {
                assertThat(other.forceRelease().orElseThrow().forceRelease("shop"))
                        .isPresent();
            }
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true)
        public void sellAndRelease() {
            jdbc.update("insert into sold values (3)");
            CurrentLease.get().close();
        }

        @Locked("plain")
        public void plain() {}
    }
}
