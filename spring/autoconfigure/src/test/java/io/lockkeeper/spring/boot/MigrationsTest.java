package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.spring.CurrentLease;
import io.lockkeeper.spring.Locked;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.api.migration.BaseJavaMigration;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/** Applications whose database is migrated at their start: by real migrations, with a bean that locks before anything else is made. */
class MigrationsTest {

    private final ApplicationContextRunner runner = Boots.runner()
            .withConfiguration(
                    Boots.scripts()) // Each application with a DataSource has what runs scripts; it comes last.
            .withBean(Early.class)
            .withBean(Shop.class)
            .withBean("dataSource", DataSource.class, MigrationsTest::h2)
            .withPropertyValues("lockkeeper.store=bean:dataSource");

    private final ApplicationContextRunner flyway = runner.withConfiguration(Boots.flyway());

    private final ApplicationContextRunner liquibase = runner.withConfiguration(Boots.liquibase())
            .withPropertyValues("spring.liquibase.change-log=classpath:changelogs/sold.xml");

    @Test
    void flyway_begins_with_an_empty_database() {
        flyway.withBean(JavaMigration.class, () -> new V1__Sold(() -> {})).run(MigrationsTest::sell);
    }

    @Test
    void the_locks_find_the_tables_that_flyway_made() {
        flyway.withBean(JavaMigration.class, () -> new V1__Sold(() -> {}))
                .withBean("locks", JavaMigration.class, V2__Locks::new)
                .withPropertyValues("lockkeeper.store=bean:dataSource?create-tables=no")
                .run(MigrationsTest::sell);
    }

    @Test
    void a_migration_may_run_in_a_locked_method() {
        flyway.withBean(Steps.class)
                .withBean(V1__Steps.class)
                .withPropertyValues("lockkeeper.store=memory:migrations")
                .run(MigrationsTest::sell);
    }

    @Test
    void a_migration_may_run_in_a_method_that_is_locked_in_the_same_database() {
        flyway.withBean(Steps.class).withBean(V1__Steps.class).run(MigrationsTest::sell);
    }

    /** A bean that needs the tables comes first, as an EntityManagerFactory would. */
    @Test
    void so_it_may_if_nothing_locks_before() {
        new ApplicationContextRunner()
                .withConfiguration(Boots.flyway())
                .withConfiguration(Boots.scripts())
                .withBean("repository", Object.class, Object::new, bean -> bean.setDependsOn("flywayInitializer"))
                .withBean("dataSource", DataSource.class, MigrationsTest::h2)
                .withBean(Shop.class)
                .withBean(Steps.class)
                .withBean(V1__Steps.class)
                .withConfiguration(Boots.lockkeeper())
                .withPropertyValues("lockkeeper.store=bean:dataSource")
                .run(MigrationsTest::sell);
    }

    @Test
    void a_client_that_is_injected_into_a_migration_comes_first() {
        flyway.withBean(V1__Client.class)
                .withPropertyValues("spring.flyway.baseline-on-migrate=true", "spring.flyway.baseline-version=0")
                .run(MigrationsTest::sell);
    }

    @Test
    void a_client_elsewhere_may_be_injected_into_a_migration() {
        flyway.withBean(V1__Client.class)
                .withPropertyValues("lockkeeper.store=memory:injected")
                .run(MigrationsTest::sell);
    }

    @Test
    void no_lock_is_acquired_if_a_migration_fails() {
        flyway.withBean(
                        JavaMigration.class,
                        () -> new V1__Sold(() -> {
                            throw new IllegalArgumentException("the migration failed");
                        }))
                .run(context ->
                        assertThat(context.getStartupFailure()).hasStackTraceContaining("the migration failed"));
    }

    @Test
    void liquibase_and_the_locks_make_their_tables() {
        liquibase.run(MigrationsTest::sell);
    }

    @Test
    void the_locks_find_the_tables_that_liquibase_made() {
        liquibase
                .withPropertyValues(
                        "spring.liquibase.change-log=classpath:changelogs/locks.xml",
                        "lockkeeper.store=bean:dataSource?create-tables=no")
                .run(MigrationsTest::sell);
    }

    private static void sell(ApplicationContext context) {
        context.getBean(Shop.class).sell();
        JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
        assertThat(jdbc.queryForList("select article from sold")).hasSize(1);
    }

    private static DataSource h2() {
        HikariDataSource source = new HikariDataSource();
        source.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return source;
    }

    static class Early {
        Early(LockClient client) throws InterruptedException {
            client.lock("early").acquire().close();
        }
    }

    static class Shop {
        private final JdbcTemplate jdbc;

        Shop(DataSource source) {
            jdbc = new JdbcTemplate(source);
        }

        @Locked("shop")
        public void sell() {
            jdbc.update("insert into sold values (1)");
        }
    }

    static class Steps {
        @Locked("migration")
        public void run() {
            assertThat(CurrentLease.get().isHeld()).isTrue();
        }
    }

    /** Migrates by a bean whose method is locked. */
    static class V1__Steps extends V1__Sold {
        V1__Steps(Steps steps) {
            super(steps::run);
        }
    }

    static class V1__Sold extends BaseJavaMigration {
        private final Runnable step;

        V1__Sold(Runnable step) {
            this.step = step;
        }

        @Override
        public void migrate(Context context) throws Exception {
            step.run();
            context.getConnection().createStatement().execute("create table sold (article int)");
        }
    }

    /** Migrates under a lock of a client that was injected. */
    static class V1__Client extends V1__Sold {
        V1__Client(LockClient client) {
            super(() -> {
                try (Lease lease = client.lock("migration").tryAcquire().orElseThrow()) {
                    assertThat(lease.isHeld()).isTrue();
                }
            });
        }
    }

    static class V2__Locks extends BaseJavaMigration {
        @Override
        public void migrate(Context context) {
            ScriptUtils.executeSqlScript(context.getConnection(), new ClassPathResource("lockkeeper-ddl/h2.sql"));
        }
    }
}
