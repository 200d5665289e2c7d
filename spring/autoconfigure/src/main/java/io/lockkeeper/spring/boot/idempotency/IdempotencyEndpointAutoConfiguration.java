package io.lockkeeper.spring.boot.idempotency;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyOptions;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** The endpoint {@code idempotency}. */
@AutoConfiguration(after = IdempotencyAutoConfiguration.class)
@ConditionalOnClass({ConditionalOnAvailableEndpoint.class, Idempotency.class})
@ConditionalOnAvailableEndpoint(IdempotencyEndpoint.class)
@ConditionalOnBean({Idempotency.class, IdempotencyOptions.class})
public class IdempotencyEndpointAutoConfiguration {

    /** Created by Spring. */
    public IdempotencyEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    IdempotencyEndpoint idempotencyEndpoint(
            ObjectProvider<Idempotency> idempotency, IdempotencyOptions options, ApplicationEventPublisher events) {
        return new IdempotencyEndpoint(idempotency, options, events);
    }
}
