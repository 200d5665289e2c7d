package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.Fingerprint;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** The fingerprint of all arguments of a call. What certainly has none is refused at start-up, the rest when it is called. */
final class Arguments {

    private Arguments() {}

    /** Refuses parameters of whose values there can be no fingerprint. */
    static void check(Method method, Class<?> owner) {
        for (int index = 0; index < method.getParameterCount(); index++) {
            Class<?> wrong = unknown(ResolvableType.forMethodParameter(method, index, owner), new HashSet<>());
            if (wrong != null) {
                throw new IllegalArgumentException(
                        "there is no fingerprint of an argument of the class " + wrong.getName()
                                + "; say with fingerprint = \"#a" + index
                                + ".…\" which of its properties count, or make the class a record");
            }
        }
    }

    private static @Nullable Class<?> unknown(ResolvableType type, Set<Class<?>> seen) {
        if (type.isArray()) {
            return unknown(type.getComponentType(), seen);
        }
        Class<?> raw = type.resolve(Object.class);
        boolean open = raw.isInterface()
                || (Modifier.isAbstract(raw.getModifiers()) && !raw.isPrimitive())
                || raw == Object.class;
        if (!open && !Canonical.knows(raw)) {
            return raw;
        }
        for (ResolvableType generic : type.getGenerics()) {
            Class<?> wrong = unknown(generic, seen);
            if (wrong != null) {
                return wrong;
            }
        }
        if (raw.isRecord() && seen.add(raw)) {
            for (var component : raw.getRecordComponents()) {
                Class<?> wrong = unknown(ResolvableType.forMethodReturnType(component.getAccessor(), raw), seen);
                if (wrong != null) {
                    return wrong;
                }
            }
        }
        return null;
    }

    static Fingerprint fingerprint(@Nullable Object[] arguments) {
        String[] parts = new String[arguments.length + 1];
        parts[0] = "arguments";
        for (int index = 0; index < arguments.length; index++) {
            parts[index + 1] = Canonical.text(arguments[index]);
        }
        return Fingerprint.of(parts);
    }
}
