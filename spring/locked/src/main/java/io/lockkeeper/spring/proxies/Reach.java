package io.lockkeeper.spring.proxies;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Which methods of a bean a proxy reaches, and what is around them. */
public final class Reach {

    private static final String TRANSACTION = "org.springframework.transaction.interceptor.TransactionInterceptor";

    private Reach() {}

    /**
     * Returns the methods of a class: its own, and those that it inherits or implements.
     *
     * @param type the class
     * @return the methods
     */
    public static Set<Method> methods(Class<?> type) {
        Set<Method> methods = new LinkedHashSet<>();
        ReflectionUtils.doWithMethods(type, methods::add, ReflectionUtils.USER_DECLARED_METHODS);
        for (Class<?> implemented : ClassUtils.getAllInterfacesForClass(type)) {
            methods.addAll(Arrays.asList(implemented.getMethods()));
        }
        return methods;
    }

    /**
     * Returns whether the proxy's class, which is in the package of the bean's class, cannot override the method.
     *
     * @param type the bean's class
     * @param method its method
     * @return true if it cannot
     */
    public static boolean isOfOtherPackage(Class<?> type, Method method) {
        int visible = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE;
        return (method.getModifiers() & visible) == 0
                && !method.getDeclaringClass().getPackageName().equals(type.getPackageName());
    }

    /**
     * Returns whether a proxy of the bean's interfaces has a method, also if a generic interface has it with other types.
     *
     * @param type the bean's class
     * @param method its method
     * @return true if one of the interfaces has it
     */
    public static boolean isInInterface(Class<?> type, Method method) {
        if (method.getDeclaringClass().isInterface()) {
            return true;
        }
        Method specific = AopUtils.getMostSpecificMethod(method, type);
        return ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                .flatMap(implemented -> Arrays.stream(implemented.getMethods()))
                .anyMatch(declared ->
                        AopUtils.getMostSpecificMethod(declared, type).equals(specific));
    }

    /**
     * Returns whether an advisor puts a transaction around a method.
     *
     * @param advisor the advisor
     * @param type the bean's class
     * @param method its method
     * @return true for that of transactions
     */
    public static boolean isTransaction(Advisor advisor, Class<?> type, Method method) {
        return isTransaction(advisor.getAdvice().getClass())
                && advisor instanceof PointcutAdvisor pointcut
                && pointcut.getPointcut().getMethodMatcher().matches(method, type);
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
