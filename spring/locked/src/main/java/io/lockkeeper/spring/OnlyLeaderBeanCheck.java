package io.lockkeeper.spring;

import io.lockkeeper.spring.proxies.Overrides;
import io.lockkeeper.spring.proxies.Reach;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Finds the annotated methods of beans when they are made: the elections they need, and what is wrong with them. */
final class OnlyLeaderBeanCheck implements BeanPostProcessor, BeanFactoryAware, SmartInitializingSingleton {

    private final OnlyLeaderMethods methods;
    private final ElectionLifecycle elections;
    private final Map<Class<?>, List<Method>> annotated = Collections.synchronizedMap(new WeakHashMap<>());
    private @Nullable ConfigurableListableBeanFactory beans;

    OnlyLeaderBeanCheck(OnlyLeaderMethods methods, ElectionLifecycle elections) {
        this.methods = methods;
        this.elections = elections;
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
        if (bean instanceof AopInfrastructureBean || !Candidates.mayHave(OnlyLeader.class, type)) {
            return false;
        }
        List<Method> here = annotated(type);
        for (Method method : here) {
            requireReachable(bean, type, method);
            elections.add(methods.get(method, type).election());
        }
        return !here.isEmpty();
    }

    private List<Method> annotated(Class<?> type) {
        List<Method> known = annotated.get(type);
        if (known == null) {
            known = OnlyLeaderMethods.annotated(type);
            annotated.put(type, known);
        }
        return known;
    }

    private static void requireReachable(Object bean, Class<?> type, Method method) {
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers)) {
            throw error(type, method, "the method is private or static, so no proxy can skip it; make it public");
        }
        boolean byInterfaces = Proxy.isProxyClass(bean.getClass());
        if (bean instanceof Advised && !byInterfaces && Modifier.isFinal(modifiers)) {
            throw error(type, method, "the method is final, so no proxy can skip it; make it not final");
        }
        if (bean instanceof Advised && !byInterfaces && Reach.isOfOtherPackage(type, method)) {
            throw error(
                    type,
                    method,
                    "the method is package-private in another package, so no proxy of the bean's class can skip it; make"
                            + " it protected or public");
        }
        if (byInterfaces && !Reach.isInInterface(type, method)) {
            throw error(
                    type,
                    method,
                    "the bean is proxied by its interfaces, and none of them has the method; add it to one, or set"
                            + " @EnableLocked(proxyTargetClass = true)");
        }
    }

    private static IllegalStateException error(Class<?> type, Method method, String what) {
        return new IllegalStateException("@OnlyLeader on " + Sentences.signature(type, method) + ": " + what + ".");
    }

    @Override
    public void afterSingletonsInstantiated() {
        ConfigurableListableBeanFactory factory = Objects.requireNonNull(beans);
        for (String name : factory.getBeanDefinitionNames()) {
            Object bean = factory.containsSingleton(name) ? factory.getSingleton(name) : null;
            // In a circle of beans, a proxy is made early; what a post-processor needs is made before this one: neither
            // passed above.
            if (bean != null && !Overrides.contain(factory, name) && check(bean) && !isProxied(bean)) {
                throw new IllegalStateException(
                        "The bean '" + name + "' has @OnlyLeader methods, but no proxy that can skip them: it was made"
                                + " before the proxies could be. Does a BeanPostProcessor or an Advisor depend on it?");
            }
        }
        elections.prepare();
    }

    private static boolean isProxied(Object bean) {
        return bean instanceof Advised advised
                && Arrays.stream(advised.getAdvisors()).anyMatch(OnlyLeaderAdvisor.class::isInstance);
    }
}
