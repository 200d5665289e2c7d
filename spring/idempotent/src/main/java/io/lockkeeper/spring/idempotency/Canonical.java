package io.lockkeeper.spring.idempotency;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.net.URI;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Values as texts that are the same in every process, and different for different values of one type: each text with its length before it,
 * so that no two lists give the same.
 */
final class Canonical {

    private static final int DEEPEST = 64;

    private static final Set<Class<?>> SINGLE =
            Set.of(String.class, UUID.class, URI.class, Currency.class, Locale.class, Class.class);

    private Canonical() {}

    /** Whether there is a text of a class's values; what is in them must be known, too. */
    static boolean knows(Class<?> type) {
        return isSingle(type)
                || type.isArray()
                || type.isRecord()
                || type == Optional.class
                || Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type);
    }

    private static boolean isSingle(Class<?> type) {
        return ClassUtils.isPrimitiveOrWrapper(type)
                || SINGLE.contains(type)
                || Enum.class.isAssignableFrom(type)
                || type.getName().startsWith("java.math.")
                || ((TemporalAccessor.class.isAssignableFrom(type)
                                || TemporalAmount.class.isAssignableFrom(type)
                                || ZoneId.class.isAssignableFrom(type))
                        && type.getName().startsWith("java.time."));
    }

    static String text(@Nullable Object value) {
        StringBuilder text = new StringBuilder();
        write(value, text, 0);
        return text.toString();
    }

    private static void write(@Nullable Object value, StringBuilder text, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("There is no fingerprint of arguments that are nested deeper than "
                    + DEEPEST + " levels: say with fingerprint = \"…\" which of their properties count.");
        }
        if (value == null) {
            text.append('n');
        } else if (isSingle(value.getClass())) {
            String single = single(value);
            text.append(single.length()).append(':').append(single);
        } else if (value instanceof Optional<?> optional) {
            write(optional.orElse(null), text, depth + 1);
        } else if (value.getClass().isArray()) {
            List<@Nullable Object> elements = new ArrayList<>();
            for (int index = 0; index < Array.getLength(value); index++) {
                elements.add(Array.get(value, index));
            }
            writeAll(elements.iterator(), text, depth);
        } else if (value instanceof Set<?> set) {
            writeAll(sorted(set, depth).iterator(), text, depth);
        } else if (value instanceof Collection<?> list) {
            writeAll(list.iterator(), text, depth);
        } else if (value instanceof Map<?, ?> map) {
            List<List<@Nullable Object>> entries = new ArrayList<>();
            map.forEach((key, mapped) -> {
                List<@Nullable Object> entry = new ArrayList<>();
                entry.add(key);
                entry.add(mapped);
                entries.add(entry);
            });
            writeAll(sorted(entries, depth).iterator(), text, depth);
        } else if (value instanceof Record record) {
            writeAll(components(record).iterator(), text, depth);
        } else {
            throw new IllegalArgumentException("There is no fingerprint of an argument of the class "
                    + value.getClass().getName() + ": say with fingerprint = \"…\" which of its properties count.");
        }
    }

    private static String single(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.stripTrailingZeros().toString();
        }
        return value instanceof Enum<?> constant
                ? constant.getDeclaringClass().getName() + '.' + constant.name()
                : value instanceof Class<?> type ? type.getName() : value.toString();
    }

    private static void writeAll(Iterator<?> elements, StringBuilder text, int depth) {
        text.append('(');
        elements.forEachRemaining(element -> write(element, text, depth + 1));
        text.append(')');
    }

    private static List<String> sorted(Collection<?> elements, int depth) {
        List<String> texts = new ArrayList<>();
        for (Object element : elements) {
            StringBuilder text = new StringBuilder();
            write(element, text, depth + 1);
            texts.add(text.toString());
        }
        Collections.sort(texts);
        return texts;
    }

    private static List<@Nullable Object> components(Record record) {
        List<@Nullable Object> values = new ArrayList<>();
        values.add(record.getClass().getName()); // The parameter's type may be an interface of several records.
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            values.add(component.getName());
            try {
                component.getAccessor().trySetAccessible();
                values.add(component.getAccessor().invoke(record));
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalArgumentException(
                        "The component " + component.getName() + " of "
                                + record.getClass().getName() + " cannot be read for the fingerprint.",
                        e);
            }
        }
        return values;
    }
}
