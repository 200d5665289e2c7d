package io.lockkeeper.spring.boot;

import io.lockkeeper.jdbc.JdbcStore;
import io.lockkeeper.spring.LockDatabase;
import io.lockkeeper.spring.StandIns;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Tells {@code @Locked} which clients keep their locks in a database of the application. */
@AutoConfiguration(after = LockkeeperAutoConfiguration.class)
@ConditionalOnClass(
        value = {LockDatabase.class, JdbcStore.class},
        name = "org.springframework.jdbc.datasource.ConnectionHolder")
@ConditionalOnBean(LockClients.class)
@Import(LockDatabasesRegistrar.class)
public class LockDatabaseAutoConfiguration {

    /** Created by Spring. */
    public LockDatabaseAutoConfiguration() {}

    @Bean(LockDatabasesRegistrar.FACTORY)
    LockDatabaseFactory lockDatabaseFactory(ManagedClients clients, BeanFactory beans) {
        return new LockDatabaseFactory(clients, beans);
    }

    @Bean("io.lockkeeper.spring.boot.standIns")
    @ConditionalOnBean(StandInFactory.class)
    StandIns standIns(ManagedClients clients) {
        return clients::contains;
    }
}
