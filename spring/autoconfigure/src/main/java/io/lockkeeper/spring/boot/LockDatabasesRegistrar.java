package io.lockkeeper.spring.boot;

import io.lockkeeper.spring.LockDatabase;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers a {@link LockDatabase} for each store. Whether the store is in a database is known when its client is opened: else it is null. */
final class LockDatabasesRegistrar implements ImportBeanDefinitionRegistrar {

    static final String FACTORY = "io.lockkeeper.spring.boot.lockDatabaseFactory";

    private final Environment environment;

    LockDatabasesRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        register("lockDatabase", LockkeeperProperties.DEFAULT, NamedStoresRegistrar.DEFAULT_CLIENT, registry);
        for (String store : NamedStoresRegistrar.stores(environment).keySet()) {
            register(store + "LockDatabase", store, NamedStoresRegistrar.beanName(store), registry);
        }
    }

    private static void register(String beanName, String store, String client, BeanDefinitionRegistry registry) {
        if (registry.containsBeanDefinition(beanName)) { // The application says it itself.
            return;
        }
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(LockDatabase.class);
        definition.setFactoryBeanName(FACTORY);
        definition.setFactoryMethodName("of");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, store);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(1, client);
        definition.setSynthetic(true); // No post-processor has to do with it, least of all where it is null.
        registry.registerBeanDefinition(beanName, definition);
    }
}
