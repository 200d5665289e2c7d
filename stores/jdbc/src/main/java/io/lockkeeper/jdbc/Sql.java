package io.lockkeeper.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The statements of one dialect with the names of one schema's tables in them. A file each, found by its name. */
final class Sql {

    /** What several statements have in common: a file of its own. */
    private static final Pattern PART = Pattern.compile("\\$\\{part:(\\w+)}");

    private final List<String> folders;
    private final Map<String, String> names;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    /**
     * Statements with names in them.
     *
     * @param folders the dialect's, which go before the common one
     * @param names what stands for each {@code ${…}}; checked, for it becomes part of statements
     */
    private Sql(List<String> folders, Map<String, String> names) {
        this.folders = Stream.concat(folders.stream(), Stream.of("common")).toList();
        this.names = Map.copyOf(names);
    }

    /** The statements of a dialect, on the tables that settings name. */
    static Sql of(Dialect dialect, JdbcSettings settings) {
        String tables = settings.schema().map(name -> name + ".").orElse("") + settings.tablePrefix();
        long rowMillis = Patience.of(settings.timeout(), true).rowMillis();
        Map<String, String> names = Map.of(
                "locks",
                tables + "locks2",
                "mail",
                tables + "mail2",
                "rows",
                tables + "rows2",
                "bounded",
                dialect.bounded(rowMillis),
                "patience",
                PostgreSql.patience(rowMillis),
                "now",
                dialect.now());
        return new Sql(dialect.folders(), names);
    }

    String text(String statement) {
        return texts.computeIfAbsent(statement, this::read);
    }

    /** A statement with so many parameters for each of its lists. */
    String text(String statement, int parameters) {
        return text(statement).replace("${list}", String.join(", ", Collections.nCopies(parameters, "?")));
    }

    private String read(String statement) {
        String text = PART.matcher(withoutComments(resource(statement)))
                .replaceAll(part -> Matcher.quoteReplacement(withoutComments(resource(part.group(1)))));
        for (Map.Entry<String, String> name : names.entrySet()) {
            text = text.replace("${" + name.getKey() + "}", name.getValue());
        }
        return text;
    }

    private String resource(String statement) {
        for (String place : folders) {
            try (InputStream file = Sql.class.getResourceAsStream(place + "/" + statement + ".sql")) {
                if (file != null) {
                    return new String(file.readAllBytes(), UTF_8);
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        throw new IllegalArgumentException("There is no statement '" + statement + "' in " + folders + ".");
    }

    static String withoutComments(String text) {
        StringBuilder kept = new StringBuilder();
        text.lines()
                .filter(line -> !line.startsWith("--"))
                .forEach(line -> kept.append(line).append('\n'));
        return kept.toString().strip();
    }
}
