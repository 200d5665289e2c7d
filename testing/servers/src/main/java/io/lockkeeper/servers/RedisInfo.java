package io.lockkeeper.servers;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The reply to INFO: a name and a value a line, under headings.
 *
 * @param values by name, in the order of the reply
 */
public record RedisInfo(Map<String, String> values) {
    private static final Pattern CALLS = Pattern.compile("calls=([0-9]+)");

    /** Reads what {@link RespConnection#exec} returned. */
    public static RedisInfo parse(@Nullable Object reply) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : String.valueOf(reply).split("\r?\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0 && !line.startsWith("#")) {
                values.put(line.substring(0, colon), line.substring(colon + 1));
            }
        }
        return new RedisInfo(values);
    }

    /** Returns the value of this name, or the empty string. */
    public String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** Returns how often each command was called, by its lower-case name. */
    public Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        values.forEach((name, value) -> {
            Matcher matcher = CALLS.matcher(value);
            if (name.startsWith("cmdstat_") && matcher.find()) {
                calls.put(name.substring("cmdstat_".length()), Long.valueOf(matcher.group(1)));
            }
        });
        return calls;
    }
}
