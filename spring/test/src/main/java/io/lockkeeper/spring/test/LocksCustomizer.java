package io.lockkeeper.spring.test;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Puts a factory of clients into an application context, before the auto-configuration looks for one.
 *
 * @param without whether locks exclude nobody
 */
record LocksCustomizer(boolean without) implements ContextCustomizer {

    private static final String NAME = "io.lockkeeper.spring.test.clients";

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        RootBeanDefinition definition = new RootBeanDefinition(without ? NoLocks.class : LocksInMemory.class);
        definition.setPrimary(true); // The application may have a factory of its own.
        ((BeanDefinitionRegistry) context.getBeanFactory()).registerBeanDefinition(NAME, definition);
    }
}
