package io.lockkeeper.idempotency.dedupe;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statements of this package: a file each. */
final class Sql {

    private static final Pattern NAME = Pattern.compile("\\$\\{(\\w+)}");

    private Sql() {}

    /** A statement without its comments, with names in it. */
    static String statement(String folder, String file, Map<String, String> names) {
        StringBuilder kept = new StringBuilder();
        resource(folder, file)
                .lines()
                .filter(line -> !line.startsWith("--"))
                .forEach(line -> kept.append(line).append('\n'));
        return named(kept.toString().strip(), names);
    }

    /** Several statements with their comments, with names in them. */
    static String script(String folder, String file, Map<String, String> names) {
        return named(resource(folder, file), names);
    }

    private static String named(String text, Map<String, String> names) {
        return NAME.matcher(text).replaceAll(found -> {
            String name = names.get(found.group(1));
            if (name == null) {
                throw new IllegalStateException("Nothing stands for " + found.group() + " in: " + text);
            }
            return Matcher.quoteReplacement(name);
        });
    }

    private static String resource(String folder, String file) {
        String name = folder + "/" + file + ".sql";
        try (InputStream text = Sql.class.getResourceAsStream(name)) {
            if (text == null) {
                throw new IllegalStateException("There is no " + name + " on the class path.");
            }
            return new String(text.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
