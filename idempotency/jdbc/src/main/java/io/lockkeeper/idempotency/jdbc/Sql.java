package io.lockkeeper.idempotency.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The statements of one dialect on one table. A file each, found by its name; the dialect's folders go before the common one. */
final class Sql {

    private final List<String> folders;
    private final Map<String, String> names;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    Sql(Dialect dialect, JdbcIdempotencySettings settings) {
        this.folders =
                Stream.concat(dialect.folders().stream(), Stream.of("common")).toList();
        // Both are checked or ours, for they become parts of statements.
        this.names = Map.of("table", settings.qualifiedTable(), "now", dialect.now());
    }

    String text(String statement) {
        return texts.computeIfAbsent(statement, this::read);
    }

    private String read(String statement) {
        String text = folders.stream()
                .flatMap(folder -> resource(folder + "/" + statement + ".sql").stream())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("There is no statement '" + statement + "' in " + folders));
        String ready = withoutComments(text);
        for (Map.Entry<String, String> name : names.entrySet()) {
            ready = ready.replace("${" + name.getKey() + "}", name.getValue());
        }
        return ready;
    }

    static Optional<String> resource(String path) {
        try (InputStream file = Sql.class.getResourceAsStream(path)) {
            return file == null ? Optional.empty() : Optional.of(new String(file.readAllBytes(), UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static String withoutComments(String text) {
        StringBuilder kept = new StringBuilder();
        text.lines()
                .filter(line -> !line.startsWith("--"))
                .forEach(line -> kept.append(line).append('\n'));
        return kept.toString().strip();
    }
}
