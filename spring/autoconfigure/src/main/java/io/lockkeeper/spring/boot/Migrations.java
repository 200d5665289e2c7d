package io.lockkeeper.spring.boot;

import org.springframework.beans.factory.BeanCurrentlyInCreationException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Has the application's databases migrated, by Flyway, Liquibase or scripts, before a client is opened: clients make tables, and Flyway
 * refuses to begin with a database that has some. A migration that needs a client gets it at once.
 *
 * <p>Clients depend on what this returns, which is not a singleton: Spring would refuse to return one a second time, to the client that
 * a migration needs, while the first client waits for the migrations.
 */
final class Migrations implements FactoryBean<Migrations.Ran> {

    static final String BEAN = "io.lockkeeper.spring.boot.migrations";

    /** Never made: Spring Boot writes into its definition what migrates the databases. */
    static final String AFTER = "io.lockkeeper.spring.boot.afterMigrations";

    private final ConfigurableListableBeanFactory beans;
    private boolean begun;

    Migrations(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** That the migrations were run, or run now. */
    record Ran() {}

    @Override
    public Ran getObject() {
        String[] initializers = beans.getBeanDefinition(AFTER).getDependsOn();
        if (!begun && initializers != null) {
            begun = true;
            for (String initializer : initializers) {
                run(initializer);
            }
        }
        return new Ran();
    }

    private void run(String initializer) {
        if (beans.isCurrentlyInCreation(initializer)) {
            return; // A migration needs the client.
        }
        try {
            Object unused = beans.getBean(initializer);
        } catch (UnsatisfiedDependencyException | BeanCurrentlyInCreationException needed) {
            if (!needed.contains(BeanCurrentlyInCreationException.class)) {
                throw needed;
            } // It has not begun, because something that it needs, or that comes before it, is about to be made, and
            // needs the client.
        }
    }

    @Override
    public Class<?> getObjectType() {
        return Ran.class;
    }

    @Override
    public boolean isSingleton() {
        return false;
    }
}
