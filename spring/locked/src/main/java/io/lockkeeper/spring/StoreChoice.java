package io.lockkeeper.spring;

import io.lockkeeper.LockClient;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Which client keeps a method's lock: the one that the annotation names, else the only or primary one. Safe for use by many threads. */
final class StoreChoice {

    private final ConfigurableBeanFactory beans;
    private final String qualifier;
    private final String place;
    private volatile @Nullable LockClient client;

    StoreChoice(ConfigurableBeanFactory beans, String qualifier, String method) {
        this("@Locked on " + method, beans, qualifier);
    }

    /** One whose errors say that they are at this place. */
    StoreChoice(String place, ConfigurableBeanFactory beans, String qualifier) {
        this.beans = beans;
        this.qualifier = qualifier;
        this.place = place;
    }

    LockClient client() {
        LockClient known = client;
        if (known == null) {
            known = find();
            client = known;
        }
        return known;
    }

    /** Whether it is the same choice, wherever it is made. */
    @Override
    public boolean equals(Object other) {
        return other instanceof StoreChoice choice && choice.beans == beans && choice.qualifier.equals(qualifier);
    }

    @Override
    public int hashCode() {
        return qualifier.hashCode();
    }

    private LockClient find() {
        try {
            return qualifier.isEmpty()
                    ? beans.getBean(LockClient.class)
                    : BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, LockClient.class, qualifier);
        } catch (NoUniqueBeanDefinitionException several) {
            throw new IllegalStateException(
                    place + ": there are several LockClient beans, " + several.getBeanNamesFound()
                            + "; choose one with store = \"…\", or make one @Primary.",
                    several);
        } catch (NoSuchBeanDefinitionException none) {
            throw new IllegalStateException(
                    place + ": there is no LockClient bean"
                            + (qualifier.isEmpty() ? "" : " with the qualifier or the name \"" + qualifier + "\"")
                            + ".",
                    none);
        }
    }
}
