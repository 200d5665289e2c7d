package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/** Checks a proxy: whether it reaches all annotated methods, and whether the lock is outside of the transaction. */
final class ProxyCheck {

    private static final String TRANSACTION = "org.springframework.transaction.interceptor.TransactionInterceptor";

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
            if (!isInInterface(type, method)) {
                throw Sentences.error(
                        type,
                        method,
                        "the bean is proxied by its interfaces, and none of them has the method; add it to one, or set"
                                + " @EnableLocked(proxyTargetClass = true)");
            }
        } else if (Modifier.isFinal(method.getModifiers())) {
            throw Sentences.error(
                    type, method, "the method is final, so no proxy can acquire the lock before it; make it not final");
        } else if (isOfOtherPackage(type, method)) {
            throw Sentences.error(
                    type,
                    method,
                    "the method is package-private in another package, so no proxy of the bean's class can acquire the"
                            + " lock before it; make it protected or public");
        }
    }

    /** Whether the proxy's class, which is in the package of the bean's class, cannot override the method. */
    static boolean isOfOtherPackage(Class<?> type, Method method) {
        int visible = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE;
        return (method.getModifiers() & visible) == 0
                && !method.getDeclaringClass().getPackageName().equals(type.getPackageName());
    }

    /** Also if a generic interface has it with other types. */
    static boolean isInInterface(Class<?> type, Method method) {
        if (method.getDeclaringClass().isInterface()) {
            return true;
        }
        Method specific = AopUtils.getMostSpecificMethod(method, type);
        return ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                .flatMap(implemented -> Arrays.stream(implemented.getMethods()))
                .anyMatch(declared ->
                        AopUtils.getMostSpecificMethod(declared, type).equals(specific));
    }

    private static void requireNoTransaction(Advisor outer, Class<?> type, Method method) {
        if (isTransaction(outer.getAdvice().getClass())
                && outer instanceof PointcutAdvisor advisor
                && advisor.getPointcut().getMethodMatcher().matches(method, type)) {
            throw Sentences.error(
                    type,
                    method,
                    "the lock would be inside of the transaction, and released before its commit; the order of"
                            + " @EnableLocked must be smaller than that of @EnableTransactionManagement");
        }
    }

    private static boolean isTransaction(Class<? extends Advice> advice) {
        for (Class<?> type = advice; type != null; type = type.getSuperclass()) {
            if (type.getName().equals(TRANSACTION)) {
                return true;
            }
        }
        return false;
    }
}
