package io.lockkeeper.spring.idempotency;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How methods are named in errors. */
final class Sentences {

    private Sentences() {}

    /** An error of an annotation, which says where it is. */
    static IllegalStateException error(Class<?> type, Method method, String what, @Nullable Throwable cause) {
        return new IllegalStateException("@Idempotent on " + signature(type, method) + ": " + what + ".", cause);
    }

    static String signature(Class<?> type, Method method) {
        return signature(type, method.getName(), method.getParameterTypes());
    }

    /** The same of a method that there may not be. */
    static String signature(Class<?> type, String method, Class<?>... parameters) {
        return type.getName() + "." + method
                + Arrays.stream(parameters).map(Class::getTypeName).collect(Collectors.joining(",", "(", ")"));
    }
}
