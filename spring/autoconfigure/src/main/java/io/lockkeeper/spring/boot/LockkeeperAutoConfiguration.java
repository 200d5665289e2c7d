package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockListener;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;

/** A {@link LockClient} for the default store, unless the application has one, and one for each named store. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@ConditionalOnProperty(name = "lockkeeper.enabled", havingValue = "true", matchIfMissing = true)
@EnableConfigurationProperties(LockkeeperProperties.class)
@Import({NamedStoresRegistrar.class, SharedResourcesRegistrar.class})
@ImportRuntimeHints(LockkeeperRuntimeHints.class)
public class LockkeeperAutoConfiguration {

    /** Created by Spring. */
    public LockkeeperAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    LockClientFactory lockClientFactory(
            ObjectProvider<SharedResource> resources, ConfigurableListableBeanFactory beans) {
        return new StoreOpener(resources.orderedStream().toList(), beans);
    }

    @Bean(Migrations.BEAN)
    static Migrations migrations(ConfigurableListableBeanFactory beans) {
        return new Migrations(beans);
    }

    @Bean(Migrations.AFTER)
    @Lazy
    static Migrations.Ran afterMigrations() {
        return new Migrations.Ran();
    }

    @Bean(NamedStoresRegistrar.CLIENTS)
    ManagedClients managedClients(
            LockClientFactory factory,
            LockkeeperProperties properties,
            ConfigurableApplicationContext context,
            ObjectProvider<LockListener> listeners,
            ObjectProvider<ClientMeters> meters,
            ObjectProvider<ClientObservations> observations) {
        return new ManagedClients(
                factory,
                properties,
                context,
                listeners.orderedStream().toList(),
                new Instruments(meters.getIfAvailable(), observations.getIfAvailable()));
    }

    @Bean("io.lockkeeper.spring.boot.lockClients")
    LockClients lockClients(ManagedClients managed, ListableBeanFactory beans) {
        return new LockClients(managed, beans);
    }

    @Bean(name = NamedStoresRegistrar.DEFAULT_CLIENT, destroyMethod = "")
    @ConditionalOnMissingBean(LockClient.class)
    @DependsOn(Migrations.BEAN)
    LockClient lockClient(ManagedClients clients) {
        return clients.open();
    }
}
