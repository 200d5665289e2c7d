package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;
import io.lockkeeper.spring.boot.LockkeeperProperties.NamedStore;
import java.util.Map;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers a client for each named store. Only a qualifier leads to it, so that the default store stays the one without. */
final class NamedStoresRegistrar implements ImportBeanDefinitionRegistrar {

    static final String CLIENTS = "io.lockkeeper.spring.boot.managedClients";

    /** The bean of the default store's client, unless the application has a client of its own. */
    static final String DEFAULT_CLIENT = "lockClient";

    private final Environment environment;

    NamedStoresRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        stores(environment).keySet().forEach(name -> register(name, registry));
    }

    /** The named stores, before there are beans. */
    static Map<String, NamedStore> stores(Environment environment) {
        return Binder.get(environment)
                .bind("lockkeeper.stores", Bindable.mapOf(String.class, NamedStore.class))
                .orElse(Map.of());
    }

    /** The bean of a named store's client. */
    static String beanName(String store) {
        return store + "LockClient";
    }

    private static void register(String name, BeanDefinitionRegistry registry) {
        String beanName = beanName(name);
        if (registry.containsBeanDefinition(beanName)) { // As Spring Boot does: the application's own bean counts.
            return;
        }
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(LockClient.class);
        definition.setFactoryBeanName(CLIENTS);
        definition.setFactoryMethodName("open");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
        definition.setDefaultCandidate(false);
        definition.setDependsOn(Migrations.BEAN);
        definition.setDestroyMethodName("");
        registry.registerBeanDefinition(beanName, definition);
    }
}
