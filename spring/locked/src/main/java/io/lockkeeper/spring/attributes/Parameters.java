package io.lockkeeper.spring.attributes;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;

/** The parameters of a method, by name and as {@code a0}, {@code p0}, and so on. */
public final class Parameters {

    private static final DefaultParameterNameDiscoverer DISCOVERER = new DefaultParameterNameDiscoverer();

    private final Map<String, Integer> indexes = new HashMap<>();
    private final @Nullable String @Nullable [] names;
    private final @Nullable ClassLoader loader;

    private Parameters(int count, @Nullable String @Nullable [] names, @Nullable ClassLoader loader) {
        this.names = names;
        this.loader = loader;
        for (int index = 0; index < count; index++) {
            indexes.put("a" + index, index);
            indexes.put("p" + index, index);
        }
        if (names != null) {
            for (int index = 0; index < names.length; index++) {
                if (names[index] != null) {
                    indexes.put(names[index], index);
                }
            }
        }
    }

    /**
     * Returns the parameters of a method.
     *
     * @param method the method as its class declares it
     * @return its parameters
     */
    public static Parameters of(Method method) {
        return new Parameters(
                method.getParameterCount(),
                DISCOVERER.getParameterNames(method),
                method.getDeclaringClass().getClassLoader());
    }

    /** The position of a parameter. */
    int index(String name) {
        Integer index = indexes.get(name);
        if (index != null) {
            return index;
        }
        if (name.equals("result")) {
            throw new IllegalArgumentException(
                    "#result cannot be part of a name, which is computed before there is a result");
        }
        throw new IllegalArgumentException("the method has no parameter #" + name
                + (names == null
                        ? "; its parameters' names are not in the class file: compile with -parameters, or write #a0, #a1"
                        : "; there are: " + new TreeSet<>(indexes.keySet())));
    }

    /** The position of a parameter, or null if there is none of this name. */
    @Nullable
    Integer find(String name) {
        return indexes.get(name);
    }

    /** The class loader that knows the parameters' types. */
    @Nullable
    ClassLoader loader() {
        return loader;
    }
}
