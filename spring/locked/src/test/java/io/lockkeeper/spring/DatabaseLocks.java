package io.lockkeeper.spring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.LockClient;
import io.lockkeeper.jdbc.JdbcStore;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/** Locks in the application's database, from its pool of two connections. */
@Configuration(proxyBeanMethods = false)
@EnableLocked
@EnableTransactionManagement
class DatabaseLocks {

    private final String url;

    /** In the database whose address is a property; without it, in a new one in memory. */
    DatabaseLocks(Environment environment) {
        url = environment.getProperty("database", "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @Bean
    DataSource source() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(2);
        return new HikariDataSource(config);
    }

    @Bean
    JdbcTemplate table(DataSource source) {
        JdbcTemplate jdbc = new JdbcTemplate(source);
        jdbc.execute("create table if not exists sold (article int)");
        return jdbc;
    }

    @Bean
    PlatformTransactionManager transactions(DataSource source) {
        return new DataSourceTransactionManager(source);
    }

    @Bean
    TransactionTemplate template(PlatformTransactionManager transactions) {
        return new TransactionTemplate(transactions);
    }

    @Bean
    LockClient locks(DataSource source) {
        return JdbcStore.client(source);
    }

    @Bean
    LockDatabase lockDatabase(LockClient locks, DataSource source) {
        return LockDatabase.of(locks, source);
    }

    @Bean
    MemoryLocks.Others others() {
        return new MemoryLocks.Others(LockClient.connect(url));
    }
}
