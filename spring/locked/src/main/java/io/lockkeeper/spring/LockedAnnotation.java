package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Finds the {@link Locked} that applies to a method: that of the method, else that of its class. */
final class LockedAnnotation {

    private LockedAnnotation() {}

    static MergedAnnotation<Locked> find(Method method, Class<?> targetClass) {
        // A bridge is called by who knows the method by a generic interface only: class-based proxies see that call
        // alone.
        boolean generated = method.isSynthetic() && !method.isBridge();
        if (generated || method.getDeclaringClass() == Object.class || belongsToProxies(method)) {
            return MergedAnnotation.missing();
        }
        Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
        MergedAnnotation<Locked> own = on(specific);
        int modifiers = specific.getModifiers();
        if (own.isPresent()
                || !Modifier.isPublic(modifiers)
                || Modifier.isStatic(modifiers)
                || overridesObject(specific)) {
            return own;
        }
        MergedAnnotation<Locked> ofClass = MergedAnnotations.from(targetClass, SearchStrategy.TYPE_HIERARCHY)
                .get(Locked.class);
        return ofClass.isPresent()
                ? ofClass
                : MergedAnnotations.from(specific.getDeclaringClass(), SearchStrategy.TYPE_HIERARCHY)
                        .get(Locked.class);
    }

    /** That of the method itself, or of one that it overrides or implements. */
    static MergedAnnotation<Locked> on(Method method) {
        return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(Locked.class);
    }

    /** Those that proxies have of their own, such as that of a repository. */
    private static boolean belongsToProxies(Method method) {
        String declaring = method.getDeclaringClass().getName();
        return declaring.startsWith("org.springframework.aop.") || declaring.startsWith("org.springframework.core.");
    }

    private static boolean overridesObject(Method method) {
        return switch (method.getName()) {
            case "toString", "hashCode" -> method.getParameterCount() == 0;
            case "equals" -> method.getParameterCount() == 1 && method.getParameterTypes()[0] == Object.class;
            default -> false;
        };
    }
}
