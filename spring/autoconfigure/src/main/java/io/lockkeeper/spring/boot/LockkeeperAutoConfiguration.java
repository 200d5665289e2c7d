package io.lockkeeper.spring.boot;

import io.lettuce.core.RedisClient;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockListener;
import io.lockkeeper.jdbc.JdbcStore;
import io.lockkeeper.redis.RedisStore;
import io.lockkeeper.zookeeper.ZooKeeperStore;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

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
@Import(NamedStoresRegistrar.class)
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

    @Bean(NamedStoresRegistrar.CLIENTS)
    ManagedClients managedClients(
            LockClientFactory factory,
            LockkeeperProperties properties,
            ConfigurableApplicationContext context,
            ObjectProvider<LockListener> listeners,
            ObjectProvider<ClientMeters> meters) {
        return new ManagedClients(
                factory, properties, context, listeners.orderedStream().toList(), meters.getIfAvailable());
    }

    @Bean("io.lockkeeper.spring.boot.lockClients")
    LockClients lockClients(ManagedClients managed, ListableBeanFactory beans) {
        return new LockClients(managed, beans);
    }

    @Bean(name = NamedStoresRegistrar.DEFAULT_CLIENT, destroyMethod = "")
    @ConditionalOnMissingBean(LockClient.class)
    LockClient lockClient(ManagedClients clients) {
        return clients.open();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({CuratorFramework.class, ZooKeeperStore.class})
    static class Curator {
        @Bean
        @Order(1)
        SharedResource lockkeeperSharedCurator() {
            return new SharedCurator();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({LettuceConnectionFactory.class, RedisStore.class})
    static class Redis {
        @Bean
        @Order(2)
        SharedResource lockkeeperSharedRedis(Environment environment) {
            return new SharedRedis(environment);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RedisClient.class, RedisStore.class})
    static class Lettuce {
        @Bean
        @Order(3)
        SharedResource lockkeeperSharedRedisClient() {
            return new SharedRedisClient();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DataSource.class, JdbcStore.class})
    static class Jdbc {
        @Bean
        @Order(4)
        SharedResource lockkeeperSharedDataSource() {
            return new SharedDataSource();
        }
    }
}
