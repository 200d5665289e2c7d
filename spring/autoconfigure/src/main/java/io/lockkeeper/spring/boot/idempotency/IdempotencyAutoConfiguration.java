package io.lockkeeper.spring.boot.idempotency;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyListener;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.spring.boot.LockkeeperAutoConfiguration;
import io.lockkeeper.spring.boot.LockkeeperProperties;
import io.lockkeeper.spring.idempotency.EnableIdempotent;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;

/**
 * An {@link Idempotency}, unless the application has one, and {@link io.lockkeeper.spring.idempotency.Idempotent}. The bean is made when it is
 * needed first: an application without idempotent methods needs no store.
 */
@AutoConfiguration(after = LockkeeperAutoConfiguration.class)
@ConditionalOnClass({Idempotency.class, EnableIdempotent.class})
@ConditionalOnProperty(
        name = {"lockkeeper.enabled", "lockkeeper.idempotency.enabled"},
        havingValue = "true",
        matchIfMissing = true)
@ImportRuntimeHints(IdempotencyRuntimeHints.class)
@EnableConfigurationProperties({IdempotencyProperties.class, LockkeeperProperties.class})
public class IdempotencyAutoConfiguration {

    /** Created by Spring. */
    public IdempotencyAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    IdempotencyOptions idempotencyOptions(IdempotencyProperties properties) {
        return IdempotencyOptions.defaults()
                .withRetention(Retention.of(properties.retention()))
                .withLease(properties.lease())
                .withMaxWait(properties.maxWait());
    }

    @Bean(destroyMethod = "close")
    @Lazy
    @ConditionalOnMissingBean(Idempotency.class)
    Idempotency idempotency(
            IdempotencyProperties properties,
            LockkeeperProperties locks,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<IdempotencyListener> listeners,
            ObjectProvider<IdempotencyMeters> meters) {
        IdempotencySettings settings = IdempotencySettings.defaults().withTimeout(properties.timeout());
        List<IdempotencyListener> all = listeners.orderedStream().toList();
        for (IdempotencyListener listener : all) {
            settings = settings.withListener(listener);
        }
        return new IdempotencyOpener(properties, locks, beans, meters.getIfAvailable()).open(settings);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIdempotent(proxyTargetClass = true)
    @ConditionalOnProperty(name = "spring.aop.proxy-target-class", havingValue = "true", matchIfMissing = true)
    static class ByClass {}

    @Configuration(proxyBeanMethods = false)
    @EnableIdempotent
    @ConditionalOnProperty(name = "spring.aop.proxy-target-class", havingValue = "false")
    static class ByInterface {}
}
