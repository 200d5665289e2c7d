package io.lockkeeper.store;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A store's URL, taken apart. Its text never shows the password; nothing logs {@link #url()}.
 *
 * @param scheme in lower case, such as {@code redis}
 * @param url the whole URL with its secrets
 * @param parameters what follows the question mark, decoded, in order
 */
public record StoreAddress(String scheme, String url, Map<String, String> parameters) {

    /** Copies what could change. */
    public StoreAddress {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /**
     * Takes a URL apart.
     *
     * @param url {@code scheme:…}
     * @return the address
     * @throws IllegalArgumentException if it is malformed, without showing its secrets
     */
    public static StoreAddress parse(String url) {
        int colon = url.indexOf(':');
        String scheme = colon < 0 ? "" : url.substring(0, colon).toLowerCase(Locale.ROOT);
        if (!scheme.matches("[a-z][a-z0-9+.-]*")) {
            throw new IllegalArgumentException(
                    "A store's address begins with a scheme, as in redis://localhost:6379 or file:/var/lock/app; this"
                            + " one does not: " + redact(url));
        }
        int question = url.indexOf('?');
        Map<String, String> parameters = new LinkedHashMap<>();
        if (question >= 0) {
            for (String pair : url.substring(question + 1).split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException("A parameter in a store's address reads name=value; this one"
                            + " does not: '" + pair + "' in " + redact(url));
                }
                parameters.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
            }
        }
        return new StoreAddress(scheme, url, parameters);
    }

    /**
     * The URL as {@link URI}, for schemes with a host.
     *
     * @return the URI
     * @throws IllegalArgumentException if it is malformed, without showing its secrets
     */
    public URI uri() {
        try {
            return new URI(url);
        } catch (URISyntaxException malformed) {
            // The cause would show the URL, and with it the password.
            throw new IllegalArgumentException("The store's address is malformed (" + malformed.getReason()
                    + "; special characters in user or password need %-encoding): " + this);
        }
    }

    /**
     * What stands between the scheme's colon and the question mark, decoded.
     *
     * @return the path of schemes without a host
     */
    public String path() {
        int question = url.indexOf('?');
        return decode(url.substring(scheme.length() + 1, question < 0 ? url.length() : question));
    }

    /**
     * A parameter's value.
     *
     * @param name the parameter
     * @return empty if it is not given
     */
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /**
     * Refuses parameters that a store does not know, so that a typing error is not ignored.
     *
     * @param known the names it knows
     * @throws IllegalArgumentException naming the unknown one and the known ones
     */
    public void refuseUnknownParameters(Set<String> known) {
        for (String name : parameters.keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("The address " + this + " has an unknown parameter '" + name
                        + "'; known are " + known.stream().sorted().toList() + ".");
            }
        }
    }

    /** The URL without password. */
    @Override
    public String toString() {
        return redact(url);
    }

    private static String redact(String url) {
        int slashes = url.indexOf("//");
        if (slashes < 0) {
            return url;
        }
        int from = slashes + 2;
        int at = url.lastIndexOf('@');
        if (at < from) {
            return url;
        }
        int colon = url.indexOf(':', from);
        String user = colon >= 0 && colon < at ? url.substring(from, colon) : "";
        return url.substring(0, from) + user + ":***" + url.substring(at);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
