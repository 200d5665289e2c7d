package io.lockkeeper.spring.boot;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/** Reads a private field of another library's object that has no getter for it. */
final class Peek {

    private Peek() {}

    /** The field's value; null if the library has no such field any more, or keeps it closed. */
    static @Nullable Object at(Object target, Class<?> type, String name) {
        Field field = ReflectionUtils.findField(type, name);
        try {
            if (field == null) {
                return null;
            }
            field.setAccessible(true);
            return field.get(target);
        } catch (IllegalAccessException | RuntimeException closed) { // Callers refuse a resource that does not tell.
            return null;
        }
    }
}
