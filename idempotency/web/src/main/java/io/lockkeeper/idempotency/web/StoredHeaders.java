package io.lockkeeper.idempotency.web;

import static java.lang.String.CASE_INSENSITIVE_ORDER;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which headers of an answer are stored for its repeats. Credentials, and what concerns a single connection, never are. Immutable.
 */
public final class StoredHeaders {

    /** Never stored: credentials and sessions, single connections, and what each answer has of its own. */
    private static final Set<String> NEVER = ignoringCase(List.of(
            "Authentication-Info",
            "Authorization",
            "Proxy-Authenticate",
            "Proxy-Authentication-Info",
            "Proxy-Authorization",
            "Set-Cookie",
            "Set-Cookie2",
            "WWW-Authenticate",
            "Connection",
            "Keep-Alive",
            "Proxy-Connection",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade",
            "Content-Length",
            "Date",
            Problem.REPLAYED));

    private static final StoredHeaders DEFAULTS = new StoredHeaders(ignoringCase(List.of(
            "Cache-Control",
            "Content-Disposition",
            "Content-Encoding",
            "Content-Language",
            "Content-Location",
            "Content-Type",
            "ETag",
            "Expires",
            "Last-Modified",
            "Link",
            "Location",
            "Vary")));

    private final Set<String> stored;

    private StoredHeaders(Set<String> stored) {
        this.stored = stored;
    }

    /** Returns the headers that describe a body, a place or caching: Content-Type, Content-Encoding, Location, ETag and their like. */
    public static StoredHeaders defaults() {
        return DEFAULTS;
    }

    /**
     * Returns these headers and others.
     *
     * @param names the others
     * @throws IllegalArgumentException if one of them must not be stored, such as Set-Cookie
     */
    public StoredHeaders and(String... names) {
        Set<String> more = ignoringCase(stored);
        for (String name : names) {
            if (NEVER.contains(name)) {
                throw new IllegalArgumentException(name + " must not be stored and replayed");
            }
        }
        more.addAll(Arrays.asList(names));
        return new StoredHeaders(more);
    }

    /** Returns those of an answer's headers that are stored. */
    Map<String, List<String>> of(Map<String, List<String>> headers) {
        Set<String> ofTheConnection = ignoringCase(List.of());
        headers.forEach((name, values) -> {
            if (name.equalsIgnoreCase("Connection")) {
                values.forEach(value ->
                        Arrays.stream(value.split(",", -1)).map(String::strip).forEach(ofTheConnection::add));
            }
        });
        Map<String, List<String>> chosen = new LinkedHashMap<>();
        headers.forEach((name, values) -> {
            if (stored.contains(name) && !ofTheConnection.contains(name)) {
                chosen.put(name, List.copyOf(values));
            }
        });
        return chosen;
    }

    private static Set<String> ignoringCase(Collection<String> names) {
        Set<String> set = new TreeSet<>(CASE_INSENSITIVE_ORDER);
        set.addAll(names);
        return set;
    }
}
