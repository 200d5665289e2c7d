package io.lockkeeper.bench.server;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reply to INFO.
 *
 * @param text as the server sent it
 */
public record Info(String text) {
    private static final Pattern CALLS = Pattern.compile("(?m)^cmdstat_([^:]+):calls=([0-9]+)");

    /** Returns the value of this name. */
    public String get(String name) {
        Matcher matcher =
                Pattern.compile("(?m)^" + Pattern.quote(name) + ":(.*?)\r?$").matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("the server's INFO does not tell " + name);
        }
        return matcher.group(1);
    }

    /** Returns the value of this name as a number. */
    public double number(String name) {
        return Double.parseDouble(get(name));
    }

    /**
     * Returns how often each command was called, those inside scripts included. Subcommands count for their command, and
     * what the harness itself asks is left out.
     */
    public Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        Matcher matcher = CALLS.matcher(text);
        while (matcher.find()) {
            String command = matcher.group(1).replaceFirst("\\|.*", "");
            if (!Harness.COMMANDS.contains(command)) {
                calls.merge(command, Long.valueOf(matcher.group(2)), Long::sum);
            }
        }
        return calls;
    }
}
