package io.lockkeeper.spring.attributes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;

/** Values as they stand in names. */
final class NameValue {

    /** Which class's {@code toString} says nothing but an address. */
    private static final ClassValue<Boolean> NAMELESS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("toString").getDeclaringClass() == Object.class;
            } catch (NoSuchMethodException everyClassHasIt) {
                return true;
            }
        }
    };

    private NameValue() {}

    /** The elements of a list or an array; null for any other value. */
    static @Nullable List<?> elements(@Nullable Object value) {
        if (value instanceof String || value instanceof Number) {
            return null;
        }
        if (value instanceof Iterable<?> iterable && !(value instanceof java.nio.file.Path)) {
            List<Object> elements = new ArrayList<>();
            iterable.forEach(elements::add);
            return elements;
        }
        return ObjectUtils.isArray(value) ? Arrays.asList(ObjectUtils.toObjectArray(value)) : null;
    }

    /** A value as text. */
    static String text(@Nullable Object value, String part, String name) {
        Object present = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        if (present instanceof String text) {
            return text;
        }
        if (present == null) {
            throw new IllegalArgumentException(part + " in the name \"" + name + "\" is null.");
        }
        if (present instanceof Enum<?> constant) {
            return constant.name();
        }
        if (present instanceof Map<?, ?> || elements(present) != null) {
            // Their texts depend on an order, and on the toString of what is in them.
            throw new IllegalArgumentException(part + " in the name \"" + name + "\" is a map, or a list"
                    + " in a list; use one of its properties.");
        }
        if (NAMELESS.get(present.getClass())) {
            throw new IllegalArgumentException(part + " in the name \"" + name + "\" is an object of the "
                    + present.getClass() + ", which has no toString of its own; use one of its properties.");
        }
        return present.toString();
    }

    static String escape(String value) {
        return value.indexOf(':') < 0 && value.indexOf('\\') < 0
                ? value
                : value.replace("\\", "\\\\").replace(":", "\\:");
    }
}
