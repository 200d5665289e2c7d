package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Finds the annotated methods of beans when they are made: the elections they need, and what is wrong with them. */
final class OnlyLeaderBeanCheck implements BeanPostProcessor, BeanFactoryAware, SmartInitializingSingleton {

    private final OnlyLeaderMethods methods;
    private final ElectionLifecycle elections;
    private final Set<String> found = ConcurrentHashMap.newKeySet();
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
        check(bean, name);
        return bean;
    }

    /** What factory beans make passes here only; and here the proxies are made. */
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        check(bean, name);
        return bean;
    }

    private void check(Object bean, String name) {
        Class<?> type = ClassUtils.getUserClass(AopUtils.getTargetClass(bean));
        if (bean instanceof AopInfrastructureBean || !AnnotationUtils.isCandidateClass(type, OnlyLeader.class)) {
            return;
        }
        for (Method method : annotated(type)) {
            requireReachable(bean, type, method);
            elections.add(methods.get(method, type).election());
            found.add(name);
        }
    }

    private static List<Method> annotated(Class<?> type) {
        Set<Method> all = new LinkedHashSet<>();
        ReflectionUtils.doWithMethods(type, all::add, ReflectionUtils.USER_DECLARED_METHODS);
        for (Class<?> implemented : ClassUtils.getAllInterfacesForClass(type)) {
            all.addAll(Arrays.asList(implemented.getMethods()));
        }
        List<Method> annotated = new ArrayList<>(all);
        annotated.removeIf(method -> !OnlyLeaderMethods.find(method, type).isPresent());
        return annotated;
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
        if (byInterfaces
                && !ClassUtils.getInterfaceMethodIfPossible(method, type)
                        .getDeclaringClass()
                        .isInterface()) {
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
        elections.prepare();
        ConfigurableListableBeanFactory factory = beans;
        found.forEach(name -> {
            Object bean = factory != null && factory.containsSingleton(name) ? factory.getSingleton(name) : null;
            if (bean != null && !(bean instanceof Advised)) {
                throw new IllegalStateException(
                        "The bean '" + name + "' has @OnlyLeader methods, but no proxy that can skip them: it was made"
                                + " before the proxies could be. Does a BeanPostProcessor or an Advisor depend on it?");
            }
        });
    }
}
