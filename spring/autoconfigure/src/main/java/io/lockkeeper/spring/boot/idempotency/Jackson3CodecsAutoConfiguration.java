package io.lockkeeper.spring.boot.idempotency;

import io.lockkeeper.spring.idempotency.Jackson3OutcomeCodecs;
import io.lockkeeper.spring.idempotency.OutcomeCodecs;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** Stores values as JSON, with the application's mapper of Jackson 3. */
@AutoConfiguration(
        after = IdempotencyAutoConfiguration.class,
        afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@ConditionalOnClass(name = {"tools.jackson.databind.json.JsonMapper", "io.lockkeeper.spring.idempotency.OutcomeCodecs"})
@ConditionalOnSingleCandidate(type = "tools.jackson.databind.json.JsonMapper")
public class Jackson3CodecsAutoConfiguration {

    /** Created by Spring. */
    public Jackson3CodecsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(OutcomeCodecs.class)
    OutcomeCodecs jackson3OutcomeCodecs(JsonMapper mapper) {
        return new Jackson3OutcomeCodecs(mapper);
    }
}
