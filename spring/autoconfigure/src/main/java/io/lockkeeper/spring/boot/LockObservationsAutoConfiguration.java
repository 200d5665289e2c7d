package io.lockkeeper.spring.boot;

import io.lockkeeper.micrometer.LockHoldConvention;
import io.lockkeeper.micrometer.LockObservations;
import io.lockkeeper.micrometer.LockWaitConvention;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Observes the locks of all stores, if that is asked for. */
@AutoConfiguration(
        before = LockkeeperAutoConfiguration.class,
        after = LockMetricsAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass({LockObservations.class, ObservationRegistry.class})
@ConditionalOnProperty(name = "lockkeeper.enabled", havingValue = "true", matchIfMissing = true)
@ConditionalOnProperty(name = "lockkeeper.observations.enabled", havingValue = "true")
@ConditionalOnSingleCandidate(ObservationRegistry.class)
public class LockObservationsAutoConfiguration {

    /** Created by Spring. */
    public LockObservationsAutoConfiguration() {}

    @Bean("io.lockkeeper.spring.boot.observations")
    MicrometerObservations observations(
            ObservationRegistry registry,
            ObjectProvider<LockWaitConvention> waits,
            ObjectProvider<LockHoldConvention> holds) {
        return new MicrometerObservations(registry, waits.getIfAvailable(), holds.getIfAvailable());
    }

    /**
     * Spring Boot makes meters of observations, which would repeat those of {@link MicrometerMeters} under other names. What the
     * application observes itself has no such meters, and no store's name.
     */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(ClientMeters.class)
    static class WithMeters {
        @Bean("io.lockkeeper.spring.boot.metersOfObservations")
        MeterFilter metersOfObservations() {
            return MeterFilter.deny(id ->
                    id.getName().startsWith("lockkeeper.lock.") && id.getTag(MicrometerObservations.NAME) != null);
        }
    }
}
