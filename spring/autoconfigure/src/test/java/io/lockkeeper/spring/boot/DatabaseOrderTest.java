package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.LockClient;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tables that the application makes by scripts, as Flyway and Liquibase would. */
class DatabaseOrderTest {

    private final ApplicationContextRunner runner = Boots.runner()
            .withConfiguration(Boots.scripts())
            .withBean(Early.class) // Is made before the scripts run, if nothing puts them in order.
            .withBean("dataSource", DataSource.class, DatabaseOrderTest::h2)
            .withPropertyValues(
                    "spring.sql.init.mode=always", "spring.sql.init.schema-locations=classpath:lockkeeper-ddl/h2.sql");

    @Test
    void the_locks_find_the_tables_that_the_application_made() {
        runner.withPropertyValues("lockkeeper.store=bean:dataSource?create-tables=no")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void so_do_those_of_a_named_store() {
        runner.withPropertyValues(
                        "lockkeeper.store=jobs", "lockkeeper.stores.jobs.url=bean:dataSource?create-tables=no")
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static DataSource h2() {
        HikariDataSource source = new HikariDataSource();
        source.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return source;
    }

    static class Early {
        Early(LockClient client) throws InterruptedException {
            client.lock("a").acquire().close();
        }
    }
}
