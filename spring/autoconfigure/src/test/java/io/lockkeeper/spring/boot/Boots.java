package io.lockkeeper.spring.boot;

import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

/** What the tests need of Spring Boot 3.5 and 4, whose packages differ. */
final class Boots {

    private static final List<String> HEALTH = List.of(
            "org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.availability.AvailabilityHealthContributorAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.availability.AvailabilityProbesAutoConfiguration",
            "org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration",
            "org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.health.HealthContributorAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.health.HealthEndpointAutoConfiguration",
            "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration",
            "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration",
            "org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration");

    private static final List<String> METRICS = List.of(
            "org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration");

    private static final List<String> OBSERVATIONS = List.of(
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration");

    private static final List<String> SCRIPTS = List.of(
            "org.springframework.boot.autoconfigure.sql.init.SqlInitializationAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration");

    private static final List<String> FLYWAY = List.of(
            "org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration");

    private static final List<String> LIQUIBASE = List.of(
            "org.springframework.boot.autoconfigure.liquibase.LiquibaseAutoConfiguration",
            "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration");

    private Boots() {}

    /** Runs contexts with what this module configures. */
    static ApplicationContextRunner runner() {
        return new ApplicationContextRunner().withConfiguration(lockkeeper());
    }

    /** What this module configures. */
    static AutoConfigurations lockkeeper() {
        return AutoConfigurations.of(
                LockkeeperAutoConfiguration.class,
                LockDatabaseAutoConfiguration.class,
                LockMetricsAutoConfiguration.class,
                LockObservationsAutoConfiguration.class,
                LockedAutoConfiguration.class,
                Boot3HealthAutoConfiguration.class,
                Boot4HealthAutoConfiguration.class,
                LocksEndpointAutoConfiguration.class);
    }

    static AutoConfigurations health() {
        return present(HEALTH);
    }

    /** What runs the application's scripts on its database. */
    static AutoConfigurations scripts() {
        return present(SCRIPTS);
    }

    static AutoConfigurations flyway() {
        return present(FLYWAY);
    }

    static AutoConfigurations liquibase() {
        return present(LIQUIBASE);
    }

    static AutoConfigurations metrics() {
        return present(METRICS);
    }

    /** What has an ObservationRegistry, and makes meters of observations. */
    static AutoConfigurations observations() {
        return present(OBSERVATIONS);
    }

    private static AutoConfigurations present(List<String> names) {
        ClassLoader loader = Boots.class.getClassLoader();
        return AutoConfigurations.of(names.stream()
                .filter(name -> ClassUtils.isPresent(name, loader))
                .map(name -> ClassUtils.resolveClassName(name, loader))
                .toArray(Class<?>[]::new));
    }
}
