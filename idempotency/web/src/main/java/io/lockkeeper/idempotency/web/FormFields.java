package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** The fields of a form that was sent as {@code application/x-www-form-urlencoded}. */
record FormFields(Map<String, List<String>> values) {

    /** Containers have a bound, too: each field takes much more memory than it has bytes. */
    static final int MOST = 10_000;

    /** Reads a form in UTF-8, as HTML prescribes. */
    static FormFields of(Optional<String> contentType, byte[] body) {
        return of(contentType, body, UTF_8);
    }

    /**
     * Reads a form.
     *
     * @throws IllegalStateException if it has too many fields
     */
    static FormFields of(Optional<String> contentType, byte[] body, Charset charset) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (isForm(contentType)) {
            parse(new String(body, charset), charset, values);
        }
        return new FormFields(values);
    }

    static boolean isForm(Optional<String> contentType) {
        return contentType
                .map(type -> type.split(";", 2)[0].strip().toLowerCase(ROOT))
                .filter("application/x-www-form-urlencoded"::equals)
                .isPresent();
    }

    private static void parse(String text, Charset charset, Map<String, List<String>> values) {
        String[] pairs = text.split("&", MOST + 1);
        if (pairs.length > MOST) {
            throw new IllegalStateException("A form has more than " + MOST + " fields");
        }
        for (String pair : pairs) {
            if (!pair.isEmpty()) {
                String[] parts = pair.split("=", 2);
                values.computeIfAbsent(decoded(parts[0], charset), name -> new ArrayList<>())
                        .add(parts.length == 1 ? "" : decoded(parts[1], charset));
            }
        }
    }

    /** Writes fields that somebody else has parsed. */
    static byte[] encode(Map<String, List<String>> values) {
        StringJoiner pairs = new StringJoiner("&");
        values.forEach((name, all) -> all.forEach(
                value -> pairs.add(URLEncoder.encode(name, UTF_8) + "=" + URLEncoder.encode(value, UTF_8))));
        return pairs.toString().getBytes(UTF_8);
    }

    Optional<String> first(String name) {
        return Optional.ofNullable(values.get(name)).map(all -> all.get(0));
    }

    private static String decoded(String text, Charset charset) {
        try {
            return URLDecoder.decode(text, charset);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
