package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;
import java.util.Map;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The health of the stores on Spring Boot 3.5: each is asked for a lock. */
@AutoConfiguration(
        after = LockkeeperAutoConfiguration.class,
        beforeName = "org.springframework.boot.actuate.autoconfigure.health.HealthContributorAutoConfiguration")
@ConditionalOnClass(
        name = {
            "org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator",
            "org.springframework.boot.actuate.health.HealthIndicator"
        })
@ConditionalOnEnabledHealthIndicator("locks")
@ConditionalOnBean(LockClients.class)
public class Boot3HealthAutoConfiguration {

    /** Created by Spring. */
    public Boot3HealthAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = {"locksHealthIndicator", "locksHealthContributor"})
    HealthContributor locksHealthContributor(LockClients clients) {
        Map<String, LockClient> all = clients.byName();
        if (all.size() == 1) {
            return indicator(all.values().iterator().next());
        }
        return CompositeHealthContributor.fromMap(all, Boot3HealthAutoConfiguration::indicator);
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
