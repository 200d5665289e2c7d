package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyOptions;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Where a method's records are: the bean that the annotation names, else the only or primary one. Safe for use by many threads. */
final class StoreChoice {

    private final ConfigurableListableBeanFactory beans;
    private final String qualifier;
    private final Class<?> owner;
    private final Method method;
    private volatile @Nullable Idempotency known;

    StoreChoice(ConfigurableListableBeanFactory beans, String qualifier, Class<?> owner, Method method) {
        this.beans = beans;
        this.qualifier = qualifier;
        this.owner = owner;
        this.method = method;
    }

    IllegalStateException error(String what) {
        return Sentences.error(owner, method, what, null);
    }

    /** The application's options. */
    IdempotencyOptions options() {
        IdempotencyOptions own = beans.getBeanProvider(IdempotencyOptions.class).getIfUnique();
        return own == null ? IdempotencyOptions.defaults() : own;
    }

    Idempotency get() {
        Idempotency found = known;
        if (found == null) {
            found = find();
            known = found;
        }
        return found;
    }

    private Idempotency find() {
        try {
            return qualifier.isEmpty()
                    ? beans.getBean(Idempotency.class)
                    : BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, Idempotency.class, qualifier);
        } catch (NoUniqueBeanDefinitionException several) {
            throw Sentences.error(
                    owner,
                    method,
                    "there are several Idempotency beans, " + several.getBeanNamesFound()
                            + "; choose one with store = \"…\", or make one @Primary",
                    several);
        } catch (NoSuchBeanDefinitionException none) {
            throw Sentences.error(
                    owner,
                    method,
                    "there is no Idempotency bean"
                            + (qualifier.isEmpty() ? "" : " with the qualifier or the name \"" + qualifier + "\""),
                    none);
        }
    }
}
