package io.lockkeeper.spring;

import io.lockkeeper.spring.proxies.Reach;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.ClassUtils;

/** Finds the annotated methods of a class, and refuses those that no proxy can reach. */
final class ClassCheck {

    private ClassCheck() {}

    static List<Method> annotated(Class<?> type) {
        List<Method> annotated = new ArrayList<>();
        for (Method method : Reach.methods(type)) {
            if (LockedAnnotation.find(method, type).isPresent()) {
                requireReachable(type, method);
                annotated.add(method);
            }
        }
        if (!annotated.isEmpty()) {
            requireProxyable(type, annotated.get(0));
        }
        return annotated;
    }

    private static void requireProxyable(Class<?> type, Method method) {
        if (Modifier.isFinal(type.getModifiers())
                && !Proxy.isProxyClass(type)
                && ClassUtils.getAllInterfacesForClass(type).length == 0) {
            throw Sentences.error(
                    type,
                    method,
                    "the class is final and has no interface, so there can be no proxy; make it not final (in Kotlin: open)");
        }
    }

    private static void requireReachable(Class<?> type, Method method) {
        int modifiers = method.getModifiers();
        String wrong = Modifier.isPrivate(modifiers) ? "private" : Modifier.isStatic(modifiers) ? "static" : null;
        if (wrong != null) {
            throw Sentences.error(
                    type,
                    method,
                    "the method is " + wrong
                            + ", so no proxy can acquire the lock before it; make it public and not static");
        }
    }
}
