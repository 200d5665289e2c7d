package io.lockkeeper.spring.idempotency;

import io.lockkeeper.spring.proxies.Overrides;
import io.lockkeeper.spring.proxies.SelfCalls;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Checks beans with annotated methods when they are made: so that what is wrong stops the start, rather than a call. That there are a
 * store and codecs, and that the bean was proxied, is seen when all singletons are there.
 */
final class IdempotentBeanCheck implements BeanPostProcessor, BeanFactoryAware, SmartInitializingSingleton {

    private static final SelfCalls.Annotated SELF_CALLS =
            new SelfCalls.Annotated(Idempotent.class, "runs whether it is a repeat or not");

    private final IdempotentMethods methods;
    private final Map<Class<?>, List<Method>> found = Collections.synchronizedMap(new WeakHashMap<>());
    private @Nullable ConfigurableListableBeanFactory beans;
    private volatile boolean started;

    IdempotentBeanCheck(IdempotentMethods methods) {
        this.methods = methods;
    }

    @Override
    public void setBeanFactory(BeanFactory factory) {
        beans = (ConfigurableListableBeanFactory) factory;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        boolean unused = check(bean);
        return bean;
    }

    /** What factory beans make passes here only; and here the proxies are made. */
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        boolean unused = check(bean);
        return bean;
    }

    /** Whether it has annotated methods. */
    private boolean check(Object bean) {
        Class<?> type = ClassUtils.getUserClass(AopUtils.getTargetClass(bean));
        if (bean instanceof AopInfrastructureBean || !IdempotentMethods.mayBeIn(type)) {
            return false;
        }
        List<Method> known = found.get(type);
        if (known == null) {
            known = IdempotentMethods.annotated(type);
            known.forEach(method -> ProxyCheck.requireReachable(type, method));
            found.put(type, known);
            if (!known.isEmpty()) {
                SelfCalls.warn(type, known, SELF_CALLS);
            }
            if (started) {
                prepare(type, known);
            }
        }
        for (Method method : known) {
            ProxyCheck.check(bean, type, method);
        }
        return !known.isEmpty();
    }

    private void prepare(Class<?> type, List<Method> annotated) {
        annotated.forEach(method -> methods.get(method, type).prepare());
    }

    @Override
    public void afterSingletonsInstantiated() {
        started = true;
        Map.copyOf(found).forEach(this::prepare);
        ConfigurableListableBeanFactory factory = beans;
        if (factory == null) {
            return;
        }
        for (String name : factory.getBeanDefinitionNames()) {
            Object bean = factory.containsSingleton(name) ? factory.getSingleton(name) : null;
            if (bean != null && !Overrides.contain(factory, name) && check(bean) && !ProxyCheck.isIdempotent(bean)) {
                throw new IllegalStateException(
                        "The bean '" + name + "' has @Idempotent methods, but no proxy that answers"
                                + " repeats: it was made before the proxies could be. Does a BeanPostProcessor or an Advisor depend on it?");
            }
        }
    }
}
