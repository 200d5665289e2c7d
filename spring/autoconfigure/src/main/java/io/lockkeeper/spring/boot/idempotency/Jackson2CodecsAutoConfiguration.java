package io.lockkeeper.spring.boot.idempotency;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockkeeper.spring.idempotency.Jackson2OutcomeCodecs;
import io.lockkeeper.spring.idempotency.OutcomeCodecs;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Stores values as JSON, with the application's mapper of Jackson 2. */
@AutoConfiguration(
        after = {IdempotencyAutoConfiguration.class, Jackson3CodecsAutoConfiguration.class},
        afterName = "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration")
@ConditionalOnClass(
        name = {"com.fasterxml.jackson.databind.ObjectMapper", "io.lockkeeper.spring.idempotency.OutcomeCodecs"})
@ConditionalOnSingleCandidate(type = "com.fasterxml.jackson.databind.ObjectMapper")
public class Jackson2CodecsAutoConfiguration {

    /** Created by Spring. */
    public Jackson2CodecsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(OutcomeCodecs.class)
    OutcomeCodecs jackson2OutcomeCodecs(ObjectMapper mapper) {
        return new Jackson2OutcomeCodecs(mapper);
    }
}
