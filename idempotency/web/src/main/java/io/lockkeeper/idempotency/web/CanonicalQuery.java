package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A query in one of its many spellings: names are sorted, values of one name keep their order, escapes are uniform. */
final class CanonicalQuery {

    private CanonicalQuery() {}

    static String of(@Nullable String query) {
        if (query == null || query.isEmpty()) {
            return "";
        }
        Map<String, List<String>> values = new TreeMap<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = recoded(equals < 0 ? pair : pair.substring(0, equals));
                String value = equals < 0 ? "" : "=" + recoded(pair.substring(equals + 1));
                values.computeIfAbsent(name, ignored -> new ArrayList<>()).add(name + value);
            }
        }
        List<String> pairs = values.values().stream().flatMap(List::stream).toList();
        return String.join("&", pairs);
    }

    /** A malformed escape leaves the text as it came. Its percent sign cannot be mistaken, since it is malformed. */
    private static String recoded(String text) {
        try {
            String decoded = URLDecoder.decode(text, UTF_8);
            // Bytes that are no UTF-8 all become the same character.
            return decoded.indexOf('\uFFFD') >= 0 ? text : URLEncoder.encode(decoded, UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
