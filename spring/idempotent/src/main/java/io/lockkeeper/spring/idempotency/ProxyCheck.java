package io.lockkeeper.spring.idempotency;

import io.lockkeeper.spring.proxies.Reach;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.util.ClassUtils;

/** Checks whether a proxy reaches the annotated methods, and what is around them. */
final class ProxyCheck {

    private static final String LOCKED = "io.lockkeeper.spring.LockedAdvisor";

    private ProxyCheck() {}

    static boolean isIdempotent(Object bean) {
        return bean instanceof Advised advised && index(advised.getAdvisors()) >= 0;
    }

    private static int index(Advisor[] advisors) {
        for (int index = 0; index < advisors.length; index++) {
            if (advisors[index] instanceof IdempotentAdvisor) {
                return index;
            }
        }
        return -1;
    }

    /** What no proxy reaches. */
    static void requireReachable(Class<?> type, Method method) {
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers)) {
            throw error(
                    type,
                    method,
                    "the method is " + (Modifier.isPrivate(modifiers) ? "private" : "static")
                            + ", so no proxy can answer its repeats; make it public and not static");
        }
        if (Modifier.isFinal(type.getModifiers())
                && !Proxy.isProxyClass(type)
                && ClassUtils.getAllInterfacesForClass(type).length == 0) {
            throw error(
                    type,
                    method,
                    "the class is final and has no interface, so there can be no proxy; make it not final (in Kotlin: open)");
        }
    }

    /** What this proxy does not reach, and what is around the method in the wrong order. */
    static void check(Object bean, Class<?> type, Method method) {
        if (!(bean instanceof Advised advised) || !isIdempotent(bean)) {
            return;
        }
        requireInProxy(bean, type, method);
        Advisor[] advisors = advised.getAdvisors();
        int own = index(advisors);
        for (int index = 0; index < advisors.length; index++) {
            if (index < own && Reach.isTransaction(advisors[index], type, method)) {
                throw error(
                        type,
                        method,
                        "it would be inside of the transaction of the method, and its outcome stored before the commit; the"
                                + " order of @EnableIdempotent must be smaller than that of @EnableTransactionManagement");
            }
            if (index > own && isLock(advisors[index], type, method)) {
                throw error(
                        type,
                        method,
                        "the lock would be inside of it, and released before the outcome is stored; the order of"
                                + " @EnableLocked must be smaller than that of @EnableIdempotent");
            }
        }
    }

    private static boolean isLock(Advisor advisor, Class<?> type, Method method) {
        return advisor.getClass().getName().equals(LOCKED)
                && advisor instanceof PointcutAdvisor pointcut
                && pointcut.getPointcut().getMethodMatcher().matches(method, type);
    }

    private static void requireInProxy(Object proxy, Class<?> type, Method method) {
        if (Proxy.isProxyClass(proxy.getClass())) {
            if (!Reach.isInInterface(type, method)) {
                throw error(
                        type,
                        method,
                        "the bean is proxied by its interfaces, and none of them has the method; add it to one, or set"
                                + " @EnableIdempotent(proxyTargetClass = true)");
            }
        } else if (Modifier.isFinal(method.getModifiers())) {
            throw error(type, method, "the method is final, so no proxy can answer its repeats; make it not final");
        } else if (Reach.isOfOtherPackage(type, method)) {
            throw error(
                    type,
                    method,
                    "the method is package-private in another package, so no proxy of the bean's class can answer its"
                            + " repeats; make it protected or public");
        }
    }

    private static IllegalStateException error(Class<?> type, Method method, String what) {
        return Sentences.error(type, method, what, null);
    }
}
