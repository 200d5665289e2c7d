package io.lockkeeper.spring.proxies;

import java.lang.reflect.Field;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;

/** Beans in whose place a field of a test puts an object of its own, such as a mock. Spring makes no proxies for these. */
public final class Overrides {

    private Overrides() {}

    /**
     * Returns whether a bean is such an object.
     *
     * @param beans the context's
     * @param name the bean's name
     * @return true if a test replaced it
     */
    public static boolean contain(ConfigurableListableBeanFactory beans, String name) {
        return beans.getMergedBeanDefinition(name) instanceof RootBeanDefinition definition
                && definition.getQualifiedElement() instanceof Field; // Which no other beans have.
    }
}
