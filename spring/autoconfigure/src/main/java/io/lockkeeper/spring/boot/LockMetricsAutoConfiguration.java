package io.lockkeeper.spring.boot;

import io.lockkeeper.micrometer.LockMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Measures the locks of all stores, unless the application has a {@link LockMetrics} of its own. */
@AutoConfiguration(
        before = LockkeeperAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({LockMetrics.class, MeterRegistry.class})
@ConditionalOnProperty(
        name = {"lockkeeper.enabled", "lockkeeper.metrics.enabled"},
        havingValue = "true",
        matchIfMissing = true)
@ConditionalOnSingleCandidate(MeterRegistry.class)
@ConditionalOnMissingBean(LockMetrics.class)
public class LockMetricsAutoConfiguration {

    /** Created by Spring. */
    public LockMetricsAutoConfiguration() {}

    @Bean("io.lockkeeper.spring.boot.meters")
    MicrometerMeters meters(MeterRegistry registry) {
        return new MicrometerMeters(registry);
    }
}
