package io.lockkeeper.spring;

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
 * Checks beans with annotated methods when they are made: so that what is wrong stops the start, rather than a call. That there is
 * a client, and that the bean was proxied, is seen when all singletons are there.
 */
final class LockedBeanCheck implements BeanPostProcessor, BeanFactoryAware, SmartInitializingSingleton {

    private static final SelfCalls.Annotated SELF_CALLS = new SelfCalls.Annotated(Locked.class, "acquires no lock");

    private final LockedMethods methods;
    private final Map<Class<?>, List<LockedMethod>> found = Collections.synchronizedMap(new WeakHashMap<>());
    private @Nullable ConfigurableListableBeanFactory beans;
    private volatile boolean started;

    LockedBeanCheck(LockedMethods methods) {
        this.methods = methods;
    }

    @Override
    public void setBeanFactory(BeanFactory factory) {
        beans = (ConfigurableListableBeanFactory) factory;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        List<LockedMethod> unused = check(bean);
        return bean;
    }

    /** What factory beans make passes here only; and here the proxies are made. */
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        List<LockedMethod> unused = check(bean);
        ProxyCheck.check(bean);
        return bean;
    }

    private List<LockedMethod> check(Object bean) {
        Class<?> type = ClassUtils.getUserClass(AopUtils.getTargetClass(bean));
        if (bean instanceof AopInfrastructureBean || !Candidates.mayHave(Locked.class, type)) {
            return List.of();
        }
        List<LockedMethod> known = found.get(type);
        if (known == null) {
            List<Method> annotated = ClassCheck.annotated(type);
            known = annotated.stream().map(method -> methods.get(method, type)).toList();
            found.put(type, known);
            if (!annotated.isEmpty()) {
                SelfCalls.warn(type, annotated, SELF_CALLS);
            }
            if (started) {
                known.forEach(LockedMethod::prepare);
            }
        }
        return known;
    }

    @Override
    public void afterSingletonsInstantiated() {
        started = true;
        List.copyOf(found.values()).forEach(here -> here.forEach(LockedMethod::prepare));
        ConfigurableListableBeanFactory factory = beans;
        if (factory == null) {
            return;
        }
        for (String name : factory.getBeanDefinitionNames()) {
            Object bean = factory.containsSingleton(name) ? factory.getSingleton(name) : null;
            if (bean == null || Overrides.contain(factory, name)) {
                continue;
            }
            ProxyCheck.check(bean); // In a circle of beans, the proxy was made early, and did not pass above.
            if (!check(bean).isEmpty() && !ProxyCheck.hasLock(bean)) {
                throw new IllegalStateException(
                        "The bean '" + name + "' has @Locked methods, but no proxy that acquires the"
                                + " locks: it was made before the proxies could be. Does a BeanPostProcessor or an Advisor depend on"
                                + " it?");
            }
        }
    }
}
