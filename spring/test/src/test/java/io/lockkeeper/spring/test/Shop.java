package io.lockkeeper.spring.test;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.spring.CurrentLease;
import io.lockkeeper.spring.LockDatabase;
import io.lockkeeper.spring.Locked;
import io.lockkeeper.spring.boot.LockDatabaseAutoConfiguration;
import io.lockkeeper.spring.boot.LockedAutoConfiguration;
import io.lockkeeper.spring.boot.LockkeeperAutoConfiguration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** A bean whose transactions check their leases before they commit. */
class Shop {

    private final JdbcTemplate jdbc;

    Shop(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public int sold() {
        return Objects.requireNonNull(jdbc.queryForObject("select count(*) from sold", Integer.class));
    }

    @Transactional
    @Locked(name = "shop", checkCommit = true)
    public void sell() {
        jdbc.update("insert into sold values (1)");
    }

    @Transactional
    @Locked(name = "shop", checkCommit = true)
    public void sellTooLate() {
        jdbc.update("insert into sold values (2)");
        CurrentLease.get("shop").close();
    }

    /** The inner call enters the lock of the outer one, whose commit checks it. */
    @Transactional
    @Locked(name = "shop", checkCommit = true)
    public void sellTwice(Shop proxy) {
        proxy.sell();
        jdbc.update("insert into sold values (3)");
    }

    @Transactional
    @Locked(
            name = {"shop", "stock"},
            checkCommit = true)
    public List<String> sellFromStock() {
        jdbc.update("insert into sold values (4)");
        return CurrentLease.all().stream().map(Lease::name).toList();
    }

    /** An application that says itself where its locks are. */
    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    @ImportAutoConfiguration({
        LockkeeperAutoConfiguration.class,
        LockDatabaseAutoConfiguration.class,
        LockedAutoConfiguration.class
    })
    static class App {
        @Bean
        DataSource source() {
            return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        }

        @Bean
        PlatformTransactionManager transactions(DataSource source) {
            return new DataSourceTransactionManager(source);
        }

        @Bean
        LockDatabase lockDatabase(LockClient locks, DataSource source) {
            return LockDatabase.of(locks, source);
        }

        @Bean
        Shop shop(DataSource source) {
            JdbcTemplate jdbc = new JdbcTemplate(source);
            jdbc.execute("create table sold (article int)");
            return new Shop(jdbc);
        }
    }
}
