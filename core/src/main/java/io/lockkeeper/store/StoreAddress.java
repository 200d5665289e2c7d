package io.lockkeeper.store;

import io.lockkeeper.PlainText;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parsed store URL. {@link #toString()} never shows the password; nothing logs {@link #url()}.
 *
 * @param scheme in lower case, such as {@code redis}
 * @param url the whole URL with its secrets
 * @param parameters what follows the question mark, decoded, in order
 */
public record StoreAddress(String scheme, String url, Map<String, String> parameters) {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    /** Copies what could change. */
    public StoreAddress {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /**
     * Parses a URL.
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
                            + " one does not: " + ShownAddress.of(url));
        }
        int question = url.indexOf('?');
        Map<String, String> parameters = new LinkedHashMap<>();
        if (question >= 0) {
            for (String pair : url.substring(question + 1).split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException(
                            "A store address parameter must have the form name=value; this one" + " does not: "
                                    + ShownAddress.of(url));
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
     * Returns the part between the scheme's colon and the question mark, decoded.
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
     * A parameter's value that is a duration.
     *
     * @param name the parameter
     * @return empty if it is not given
     * @throws IllegalArgumentException if it is not a number with a unit, such as {@code 500ms}, {@code 2s} or {@code 10m}
     */
    public Optional<Duration> duration(String name) {
        return parameter(name).map(text -> {
            Matcher form = DURATION.matcher(text);
            if (!form.matches()) {
                throw new IllegalArgumentException("'" + name
                        + "' must be a whole number with a unit, such as 500ms, 2s, 10m or 1h, not '"
                        + PlainText.of(text)
                        + "'");
            }
            long amount = Long.parseLong(form.group(1));
            return switch (form.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            };
        });
    }

    /**
     * A duration as addresses write it, for messages: in the largest unit in which it is a whole number.
     *
     * @param duration any; less than a millisecond is left out, and less than a second in one of more than eleven days
     * @return such as {@code 500ms}, {@code 2s} or {@code 10m}
     */
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds == 0 || (duration.toMillisPart() != 0 && Math.abs(seconds) < 1_000_000)) {
            return duration.toMillis() + "ms";
        }
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /**
     * The same with a password, if {@code password-file} names a file for it and this has a login before its hosts. To be
     * called before connecting only: what this returns is a secret, while the name of the file is none.
     *
     * @return this, or another address without that parameter
     * @throws IllegalArgumentException if the file cannot be used, without showing its content
     */
    public StoreAddress withPasswordFromFile() {
        return PasswordFile.applied(this);
    }

    /**
     * The password in the file that a parameter names: one line of UTF-8, whose end of line is dropped.
     *
     * @param name the parameter
     * @return empty if it is not given
     * @throws IllegalArgumentException if the file cannot be used, without showing its content
     */
    public Optional<String> passwordFromFile(String name) {
        return parameter(name).map(PasswordFile::read);
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
                // A password that was not encoded may be taken for parameters.
                String shown = url.indexOf('@', url.indexOf('?')) < 0 ? " '" + PlainText.of(name) + "'" : "";
                throw new IllegalArgumentException("The address " + this + " has an unknown parameter" + shown
                        + "; known are " + known.stream().sorted().toList() + ".");
            }
        }
    }

    /**
     * The URL as others may see and use it: of the same store, but without user, password and all parameters that
     * may hold a secret. If its form is not a known one, only its scheme is left.
     *
     * @return the URL
     */
    public String withoutSecrets() {
        // Most folders, without the patterns that others need.
        boolean isBareFolder = scheme.equals("file") && url.indexOf('?') < 0 && !url.startsWith("//", 5);
        return isBareFolder ? url : ShownAddress.withoutSecrets(url);
    }

    /**
     * What messages show of a store's URL: scheme, hosts, database, and parameters that hold no secret. If its form is not a
     * known one, only its scheme.
     *
     * @param url any text
     * @return plain text
     */
    public static String shown(String url) {
        return ShownAddress.of(url);
    }

    /** The URL as messages {@linkplain #shown show} it. */
    @Override
    public String toString() {
        return ShownAddress.of(url);
    }

    /**
     * Decodes the %-encoding in a part of a URL. A plus sign is left as it is.
     *
     * @param text the part
     * @return the decoded text
     * @throws IllegalArgumentException if a % is not followed by two hexadecimal digits; it may be one of a password, so the
     *     message does not show them
     */
    public static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(
                    "A % in a store's address must be followed by two hexadecimal digits; write a percent sign as %25.");
        }
    }
}
