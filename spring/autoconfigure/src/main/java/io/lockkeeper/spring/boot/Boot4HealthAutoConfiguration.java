package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;
import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health of the stores on Spring Boot 4: each is asked for a lock. */
@AutoConfiguration(
        after = LockkeeperAutoConfiguration.class,
        beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass(
        name = {
            "org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator",
            "org.springframework.boot.health.contributor.HealthIndicator"
        })
@ConditionalOnEnabledHealthIndicator("locks")
@ConditionalOnBean(LockClients.class)
public class Boot4HealthAutoConfiguration {

    /** Created by Spring. */
    public Boot4HealthAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = {"locksHealthIndicator", "locksHealthContributor"})
    HealthContributor locksHealthContributor(LockClients clients) {
        Map<String, LockClient> all = clients.byName();
        if (all.size() == 1) {
            return indicator(all.values().iterator().next());
        }
        return CompositeHealthContributor.fromMap(all, Boot4HealthAutoConfiguration::indicator);
    }

    private static HealthIndicator indicator(LockClient client) {
        return () -> {
            Health.Builder health = new Health.Builder();
            try {
                health = HealthCheck.ask(client) ? health.up() : health.unknown();
            } catch (RuntimeException unreachable) {
                health = health.down(unreachable);
            }
            return health.withDetail("store", client.guarantees().store()).build();
        };
    }
}
