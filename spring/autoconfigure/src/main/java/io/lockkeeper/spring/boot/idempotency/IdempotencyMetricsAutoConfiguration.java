package io.lockkeeper.spring.boot.idempotency;

import io.lockkeeper.idempotency.IdempotencyListener;
import io.lockkeeper.micrometer.IdempotencyMetrics;
import io.lockkeeper.micrometer.LockMetricsOptions;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Measures idempotent requests, unless the application has an {@link IdempotencyMetrics} of its own. */
@AutoConfiguration(
        before = IdempotencyAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({IdempotencyMetrics.class, IdempotencyListener.class, MeterRegistry.class})
@ConditionalOnProperty(
        name = {"lockkeeper.enabled", "lockkeeper.idempotency.enabled", "lockkeeper.metrics.enabled"},
        havingValue = "true",
        matchIfMissing = true)
@ConditionalOnSingleCandidate(MeterRegistry.class)
@ConditionalOnMissingBean(IdempotencyMetrics.class)
public class IdempotencyMetricsAutoConfiguration {

    /** Created by Spring. */
    public IdempotencyMetricsAutoConfiguration() {}

    @Bean("io.lockkeeper.spring.boot.idempotencyMeters")
    IdempotencyMeters idempotencyMeters(MeterRegistry registry) {
        return scheme -> IdempotencyMetrics.of(registry, LockMetricsOptions.forStore(scheme));
    }
}
