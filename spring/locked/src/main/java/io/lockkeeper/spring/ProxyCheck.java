package io.lockkeeper.spring;

import io.lockkeeper.spring.proxies.Reach;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/** Checks a proxy: whether it reaches all annotated methods, and whether the lock is outside of the transaction. */
final class ProxyCheck {

    private ProxyCheck() {}

    static void check(Object bean) {
        if (!(bean instanceof Advised advised)) {
            return;
        }
        Advisor[] advisors = advised.getAdvisors();
        int lock = indexOfLock(advisors);
        if (lock < 0) {
            return;
        }
        Class<?> type = ClassUtils.getUserClass(AopUtils.getTargetClass(bean));
        for (Method method : ClassCheck.annotated(type)) {
            requireInProxy(bean, type, method);
            for (int outer = 0; outer < lock; outer++) {
                requireNoTransaction(advisors[outer], type, method);
            }
        }
    }

    static boolean hasLock(Object bean) {
        return bean instanceof Advised advised && indexOfLock(advised.getAdvisors()) >= 0;
    }

    private static int indexOfLock(Advisor[] advisors) {
        for (int index = 0; index < advisors.length; index++) {
            if (advisors[index] instanceof LockedAdvisor) {
                return index;
            }
        }
        return -1;
    }

    private static void requireInProxy(Object proxy, Class<?> type, Method method) {
        if (Proxy.isProxyClass(proxy.getClass())) {
            if (!Reach.isInInterface(type, method)) {
                throw Sentences.error(
                        type,
                        method,
                        "the bean is proxied by its interfaces, and none of them has the method; add it to one, or set"
                                + " @EnableLocked(proxyTargetClass = true)");
            }
        } else if (Modifier.isFinal(method.getModifiers())) {
            throw Sentences.error(
                    type, method, "the method is final, so no proxy can acquire the lock before it; make it not final");
        } else if (Reach.isOfOtherPackage(type, method)) {
            throw Sentences.error(
                    type,
                    method,
                    "the method is package-private in another package, so no proxy of the bean's class can acquire the"
                            + " lock before it; make it protected or public");
        }
    }

    private static void requireNoTransaction(Advisor outer, Class<?> type, Method method) {
        if (Reach.isTransaction(outer, type, method)) {
            throw Sentences.error(
                    type,
                    method,
                    "the lock would be inside of the transaction, and released before its commit; the order of"
                            + " @EnableLocked must be smaller than that of @EnableTransactionManagement");
        }
    }
}
