package io.lockkeeper.idempotency.web;

import static java.util.Locale.ROOT;

import java.util.List;
import java.util.Optional;

/** Routes that are declared by method and pattern; the first that matches is taken. Immutable. */
public final class Routes {

    private final List<IdempotentRoute> declared;

    private Routes(List<IdempotentRoute> declared) {
        this.declared = declared;
    }

    /** Returns these routes, in order of precedence. */
    public static Routes of(IdempotentRoute... routes) {
        return new Routes(List.of(routes));
    }

    /** Returns the routes in order of precedence. */
    public List<IdempotentRoute> all() {
        return declared;
    }

    /**
     * Finds the route of a request.
     *
     * @param path the path within the application, decoded and without path parameters
     */
    public Optional<IdempotentRoute> find(String method, String path) {
        return declared.stream()
                .filter(route -> route.method().equals(method) && matches(route.pattern(), path))
                .findFirst();
    }

    /**
     * Returns these routes, if {@link #find} can find all of them. A framework's patterns may have more than it knows, and requests of a route that is not
     * found would run without idempotency.
     *
     * @throws IllegalArgumentException if a route would never be found
     */
    Routes findable() {
        declared.forEach(Routes::checkFindable);
        return this;
    }

    private static void checkFindable(IdempotentRoute route) {
        String[] segments = route.pattern().split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            boolean rest = i == segments.length - 1 && segments[i].equals("**");
            boolean known = rest || isVariable(segments[i]) || !segments[i].matches(".*[*?{}].*");
            if (!known || segments[i].startsWith("{*")) {
                throw new IllegalArgumentException(
                        "A segment is a text, one name in braces, or ** at the end: " + route.pattern());
            }
        }
        if (!route.method().equals(route.method().toUpperCase(ROOT))) {
            throw new IllegalArgumentException("HTTP methods are in upper case: " + route.method());
        }
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }

    private static boolean matches(String pattern, String path) {
        String[] expected = pattern.split("/", -1);
        String[] actual = path.split("/", -1);
        boolean open = expected[expected.length - 1].equals("**");
        int fixed = open ? expected.length - 1 : expected.length;
        if (open ? actual.length < fixed : actual.length != fixed) {
            return false;
        }
        for (int i = 0; i < fixed; i++) {
            if (isVariable(expected[i]) ? actual[i].isEmpty() : !expected[i].equals(actual[i])) {
                return false;
            }
        }
        return true;
    }
}
