package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

/** How methods are named in errors, and in locks that have no other name. */
final class Sentences {

    private Sentences() {}

    /** An error of an annotation, which says where it is. */
    static IllegalStateException error(Class<?> type, Method method, String what, Throwable cause) {
        return new IllegalStateException("@Locked on " + signature(type, method) + ": " + what + ".", cause);
    }

    /** An error of an annotation, which says where it is. */
    static IllegalStateException error(Class<?> type, Method method, String what) {
        return new IllegalStateException("@Locked on " + signature(type, method) + ": " + what + ".");
    }

    /** The class, the method and the types of its parameters: different for each overload. */
    static String signature(Class<?> type, Method method) {
        return signature(type, method.getName(), method.getParameterTypes());
    }

    /** The same of a method that there may not be. */
    static String signature(Class<?> type, String method, Class<?>... parameters) {
        return type.getName() + "." + method
                + Arrays.stream(parameters).map(Class::getTypeName).collect(Collectors.joining(",", "(", ")"));
    }
}
