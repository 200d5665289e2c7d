package io.lockkeeper.spring.boot;

import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;

/** Learns what migrates the application's databases. */
final class MigrationsDetector implements DependsOnDatabaseInitializationDetector {

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beans) {
        return beans.containsBeanDefinition(Migrations.AFTER) ? Set.of(Migrations.AFTER) : Set.of();
    }
}
